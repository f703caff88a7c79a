import { reviewServers, type ServerReview } from "../project/servers/review-servers.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { serverWord, type McpAction } from "./mcp-action.ts";
import { createPaint } from "./paint.ts";
import { serverLines } from "./view-server.ts";
import { visibleText } from "../mcp/trust/visible-text.ts";

/** `sopwith mcp test`: connects to one server and says what it is, what it has, and what is wrong with it. */
export const testServer: McpAction = async (project, args, terminal) => {
  const name = serverWord(args);
  const servers = await project.servers();
  const [review] = await reviewServers(servers, [name]);
  const found = { ...review!, ...(await countOthers(review!)) };
  const { state } = found;
  if (args.has("json")) {
    const { connections: _connections, tools: _tools, ...plain } = found;
    terminal.write(`${JSON.stringify(plain)}\n`);
  } else {
    const paint = createPaint(terminal.colour);
    const facts = factsOf(found).map(([label, text]) => [paint("faint", label), text]);
    terminal.write(formatTable(facts, { width: terminal.columns, gives: 1 }));
    for (const line of serverLines(found, paint)) terminal.write(`${line}\n`);
  }
  return state.status === "ready" ? EXIT.completed : EXIT.failed;
};

interface TestedServer extends ServerReview {
  /** Absent where the server has none, or does not say. */
  readonly resources?: number;
  /** Names. */
  readonly prompts?: readonly string[];
  /** Names of all that it offers, agreed to or not. */
  readonly offered?: readonly string[];
}

/** A server without resources or prompts refuses to list them. */
async function countOthers({ name, state, connections }: ServerReview): Promise<Partial<TestedServer>> {
  if (state.status !== "ready" || !connections) return {};
  const [resources, prompts, offered] = await Promise.all([
    connections.resources(name).then((list) => list.length, none),
    connections.prompts(name).then((list) => list.map((prompt) => prompt.name), none),
    connections.skills(name).then((list) => list.map((skill) => skill.name), none),
  ]);
  return {
    ...(resources !== undefined && { resources }),
    ...(prompts !== undefined && { prompts }),
    ...(offered !== undefined && offered.length > 0 && { offered }),
  };
}

function none(): undefined {}

function factsOf({ name, state, start, resources, prompts, offered }: TestedServer): (readonly [string, string])[] {
  const { software, era, protocol, readyMs, tools, quarantined, instructions } = state;
  const facts: (readonly [string, string] | false)[] = [
    ["server", name],
    ["state", state.status],
    ["started with", start.text],
    ...start.details.map((line) => ["", line] as const),
    software !== undefined && ["calls itself", visibleText(`${software.name} ${software.version}`)],
    protocol !== undefined && ["protocol", `${protocol}${era === undefined ? "" : `, ${era}`}`],
    readyMs !== undefined && ["listed in", `${Math.round(readyMs)} ms`],
    ["tools", tools.length === 0 ? "none" : `${tools.length}: ${tools.join(", ")}`],
    quarantined.length > 0 && ["waiting for a yes", String(quarantined.length)],
    resources !== undefined && resources > 0 && ["resources", String(resources)],
    prompts !== undefined &&
      prompts.length > 0 && ["prompts", `${prompts.length}: ${prompts.map(visibleText).join(", ")}`],
    offered !== undefined && ["skills", `${offered.length}: ${offered.join(", ")}`],
    instructions !== undefined && ["says of itself", visibleText(instructions.replace(/\s+/g, " "))],
  ];
  return facts.filter((fact) => fact !== false);
}
