import { nearestNames } from "../base/names.ts";
import type { ToolReview } from "../mcp/trust/review-server.ts";
import type { ProjectServers } from "../project/servers/project-servers.ts";
import { reviewServers, type ServerReview } from "../project/servers/review-servers.ts";
import { serverUnknown, toolNotListed } from "../project/servers/servers-errors.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { serverWord, type McpAction } from "./mcp-action.ts";
import { createPaint } from "./paint.ts";
import type { Terminal } from "./terminal.ts";
import { changeLines, serverLines } from "./view-server.ts";

/**
 * `sopwith mcp accept`: shows how a server is started and what its tools are, asks, and writes the yes into the lock file.
 * Nothing is started before its command was agreed to.
 */
export const acceptServer: McpAction = async (project, args, terminal) => {
  const name = serverWord(args);
  const servers = await project.servers();
  if (!Object.hasOwn(servers.servers, name)) throw serverUnknown(name, Object.keys(servers.servers));
  const person = personOf(args, terminal);
  if (!(await acceptStart(servers, name, person))) return refused(terminal);
  const [review] = await reviewServers(servers, [name]);
  const { state, changes } = review!;
  if (state.status !== "ready") {
    for (const line of serverLines(review!, createPaint(terminal.colour))) terminal.writeError(`${line}\n`);
    return EXIT.failed;
  }
  const asked = args.words.slice(2);
  const wanted = asked.length === 0 ? changes : chosen(review!, asked);
  if (wanted.length === 0) {
    terminal.write(
      `Nothing waits for a yes: ${name} has ${countTools(state.tools.length)}, all as they were agreed to.\n`,
    );
    return EXIT.completed;
  }
  return acceptTools(servers, { name, wanted, person });
};

/** Whoever says yes: a person at a terminal, or `--yes`. */
interface Person {
  readonly terminal: Terminal;
  readonly yes: boolean;
  readonly command: string;
}

function personOf(args: CommandArguments, terminal: Terminal): Person {
  return { terminal, yes: args.has("yes"), command: ["npx sopwith mcp", ...args.words].join(" ") };
}

async function acceptStart(servers: ProjectServers, name: string, person: Person): Promise<boolean> {
  const { verdict } = await servers.trust.reviewStart(name);
  if (verdict === "accepted") return true;
  const { start } = await startReview(servers, name);
  const { terminal } = person;
  const paint = createPaint(terminal.colour);
  terminal.write(`${paint("name", name)} would be started with\n`);
  if (start.before !== undefined) terminal.write(`${paint("bad", `  - ${start.before}`)}\n`);
  terminal.write(`${paint("good", `  + ${start.text}`)}\n`);
  for (const line of start.details) terminal.write(`    ${line}\n`);
  if (!(await saysYes(person, "Start it so from now on?"))) return false;
  await servers.trust.acceptStart(name);
  return true;
}

async function startReview(servers: ProjectServers, name: string): Promise<Pick<ServerReview, "start">> {
  const { describeStart, describeStartDetails } = await import("../mcp/trust/start-facts.ts");
  const { verdict, facts, before } = await servers.trust.reviewStart(name);
  const details = describeStartDetails(facts);
  return { start: { verdict, text: describeStart(facts), details, ...(before && { before: describeStart(before) }) } };
}

/** The tools that are named, by the server's names or by ours. @throws `MCP_TOOL_NOT_LISTED` */
function chosen({ name, changes, state }: ServerReview, asked: readonly string[]): readonly ToolReview[] {
  const known = changes.map((tool) => tool.name);
  const names = asked.map((word) => (word.startsWith(`${name}/`) ? word.slice(name.length + 1) : word));
  const missing = names.find((word) => !known.includes(word) && !state.tools.includes(`${name}/${word}`));
  if (missing !== undefined) throw toolNotListed(name, missing, nearestNames(missing, known));
  return changes.filter((tool) => names.includes(tool.name));
}

async function acceptTools(
  servers: ProjectServers,
  { name, wanted, person }: { readonly name: string; readonly wanted: readonly ToolReview[]; readonly person: Person },
): Promise<number> {
  const { terminal } = person;
  const { effectOf } = await import("../mcp/client/tool-facts.ts");
  const config = servers.servers[name] ?? {};
  const effect = ({ definition }: ToolReview): string | undefined => definition && effectOf(definition, config);
  for (const line of changeLines(wanted, createPaint(terminal.colour), effect)) terminal.write(`${line}\n`);
  const count = wanted.length === 1 ? "this tool" : `these ${wanted.length} tools`;
  if (!(await saysYes(person, `Agree to ${count} of ${name} as shown?`))) return refused(terminal);
  const connections = await servers.connect(name);
  await servers.trust.acceptTools(
    name,
    connections.listed(name),
    wanted.map((tool) => tool.name),
  );
  const { tools } = await connections.refresh(name);
  terminal.write(
    `Agreed. ${name} has ${countTools(tools.length)} that can be called; mcp.lock.json is to be committed.\n`,
  );
  return EXIT.completed;
}

async function saysYes({ terminal, yes, command }: Person, question: string): Promise<boolean> {
  if (yes) return true;
  if (!terminal.interactive)
    throw usageError("Nobody is here to be asked.", `Look at the above; to agree without a terminal: ${command} --yes`);
  const words = (await terminal.ask(`${question} y/n: `))?.trim().toLowerCase() ?? "";
  return ["y", "yes", "是"].includes(words);
}

function countTools(count: number): string {
  return count === 1 ? "1 tool" : `${count} tools`;
}

function refused(terminal: Terminal): number {
  terminal.write("Nothing more was agreed to.\n");
  return EXIT.failed;
}
