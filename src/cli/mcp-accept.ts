import { nearestNames } from "../base/names.ts";
import type { ListedTool } from "../mcp/client/mcp-trust.ts";
import type { ToolReview } from "../mcp/trust/review-server.ts";
import { acceptCommand } from "../mcp/trust/trust-errors.ts";
import { visibleText } from "../mcp/trust/visible-text.ts";
import type { ProjectServers } from "../project/servers/project-servers.ts";
import { reviewServers, type ServerReview } from "../project/servers/review-servers.ts";
import { serverUnknown, toolNotListed } from "../project/servers/servers-errors.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { serverWord, type McpAction } from "./mcp-action.ts";
import { createPaint, type Paint } from "./paint.ts";
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
  if (terminal.interactive)
    terminal.writeError(`Asking ${name} for its tools; a server that npx fetches first may take a minute.\n`);
  const [review] = await reviewServers(servers, [name]);
  const { state, changes } = review!;
  if (state.status !== "ready") {
    for (const line of serverLines(review!, createPaint(terminal.colour))) terminal.writeError(`${line}\n`);
    return EXIT.failed;
  }
  const asked = args.words.slice(2).map((word) => (word.startsWith(`${name}/`) ? word.slice(name.length + 1) : word));
  const wanted = asked.length === 0 ? changes : chosen(review!, asked);
  const skills = asked.length === 0 ? review!.skills : review!.skills.filter((skill) => asked.includes(skill.name));
  if (wanted.length + skills.length === 0) {
    terminal.write(
      `Nothing waits for a yes: ${name} has ${countTools(state.tools.length)}, all as they were agreed to.\n`,
    );
    return EXIT.completed;
  }
  const code = wanted.length === 0 ? EXIT.completed : await acceptTools(servers, { name, wanted, person });
  if (skills.length === 0) return code;
  const { acceptSkills } = await import("./mcp-accept-skills.ts");
  const place = { name, skills, folder: project.folder };
  const answer = await acceptSkills(servers, place, { terminal, agrees: (question) => saysYes(person, question) });
  return answer === EXIT.completed ? code : answer;
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
  const { terminal } = person;
  const paint = createPaint(terminal.colour);
  terminal.write(`${paint("name", name)} would be started with\n`);
  for (const line of await startLines(servers, name, paint)) terminal.write(`${line}\n`);
  if (!(await saysYes(person, "Start it so from now on?"))) return false;
  await servers.trust.acceptStart(name);
  return true;
}

/** How it would be started, below how it was agreed to be where that is another; the details by which they differ too. */
async function startLines(servers: ProjectServers, name: string, paint: Paint): Promise<string[]> {
  const { describeStart, describeStartDetails } = await import("../mcp/trust/start-facts.ts");
  const { facts, before } = await servers.trust.reviewStart(name);
  const details = describeStartDetails(facts);
  const now = paint("good", `  + ${describeStart(facts)}`);
  if (before === undefined) return [now, ...details.map((line) => `    ${line}`)];
  const earlier = describeStartDetails(before);
  return [
    paint("bad", `  - ${describeStart(before)}`),
    ...earlier.filter((line) => !details.includes(line)).map((line) => paint("bad", `    - ${line}`)),
    now,
    ...details.map((line) => (earlier.includes(line) ? `    ${line}` : paint("good", `    + ${line}`))),
  ];
}

/** The tools that are named, by the server's names or by ours. @throws `MCP_TOOL_NOT_LISTED` */
function chosen({ name, changes, skills, state }: ServerReview, names: readonly string[]): readonly ToolReview[] {
  const known = [...changes, ...skills].map((waiting) => waiting.name);
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
  const other = await changedMeanwhile(servers, name, wanted);
  if (other.length > 0) terminal.write(changedLine(name, other));
  const agreed = wanted.filter((tool) => !other.includes(tool));
  if (agreed.length === 0) return refused(terminal);
  // As they were shown, whatever the server lists by now.
  const shown = agreed.flatMap(({ definition }) => (definition ? [definition] : []));
  await servers.trust.acceptTools(
    name,
    shown,
    agreed.map((tool) => tool.name),
  );
  const { tools } = await (await servers.connect(name)).refresh(name);
  terminal.write(
    `Agreed. ${name} has ${countTools(tools.length)} that can be called; mcp.lock.json is to be committed.\n`,
  );
  return other.length > 0 ? EXIT.failed : EXIT.completed;
}

/** Those that are not what a person was shown any more. Of a server that is gone by now nothing is known. */
async function changedMeanwhile(
  servers: ProjectServers,
  name: string,
  shown: readonly ToolReview[],
): Promise<readonly ToolReview[]> {
  const { toolPinFingerprint } = await import("../mcp/trust/tool-pin.ts");
  const connections = await servers.connect(name);
  const { status } = await connections.refresh(name);
  if (status !== "ready") return [];
  const print = (tool: ListedTool | undefined): string | undefined => tool && toolPinFingerprint(name, tool);
  const now = new Map(connections.listed(name).map((tool) => [tool.name, tool]));
  return shown.filter((tool) => print(tool.definition) !== print(now.get(tool.name)));
}

function changedLine(server: string, tools: readonly ToolReview[]): string {
  const names = visibleText(tools.map((tool) => tool.name).join(", "));
  const them = tools.length === 1 ? "it was" : "they were";
  return `${names} changed while you were asked, so ${them} not agreed to. To look at ${tools.length === 1 ? "it" : "them"} anew: ${acceptCommand(server)}\n`;
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
