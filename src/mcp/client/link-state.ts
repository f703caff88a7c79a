import { cleanText } from "../../tools/clean-text.ts";
import type { AnyTool } from "../../tools/tool.ts";
import type { BuiltTools } from "./build-tools.ts";
import { shorten } from "./clean-schema.ts";
import type { McpConnection } from "./connect.ts";
import type { McpServerState, McpServerStatus, McpToolNote } from "./mcp-server-state.ts";

/** How a link stands, beside its connection. */
export interface LinkStanding {
  readonly status: McpServerStatus;
  readonly generation: number;
  readonly problem?: string;
  readonly code?: string;
  readonly readyMs?: number;
  /** ms since 1970. */
  readonly readyAt?: number;
  readonly retryAt?: number;
}

/** What a state is read from. */
export interface LinkFacts {
  readonly name: string;
  readonly standing: LinkStanding;
  readonly built: BuiltTools;
  readonly tools: readonly AnyTool[];
  readonly connection: McpConnection | undefined;
  readonly child: McpConnection["child"] | undefined;
}

/** Longest word of a server about itself, in characters. */
const longestInstructions = 4000;

/** A link as it stands now, for people. */
export function toState({ name, standing, built, tools, connection, child }: LinkFacts): McpServerState {
  const { readyAt: _, ...shown } = standing;
  return {
    name,
    ...shown,
    ...(connection && aboutConnection(connection)),
    tools: tools.map((tool) => tool.name),
    dropped: built.dropped.map(cleanNote),
    quarantined: built.quarantined,
    flagged: built.flagged.map(cleanNote),
    stderr: child?.stderr.lines() ?? [],
  };
}

function aboutConnection({ client, era, protocol, child }: McpConnection): Partial<McpServerState> {
  const version = client.getServerVersion();
  const instructions = client.getInstructions();
  const pid = child?.pid;
  return {
    era,
    protocol,
    ...(pid !== undefined && { pid }),
    ...(version && { software: { name: line(version.name), version: line(version.version) } }),
    ...(typeof instructions === "string" && { instructions: shorten(cleanText(instructions), longestInstructions) }),
  };
}

/** A reason may show what the server wrote. The name stays as it is: it is what people agree to. */
function cleanNote({ name, reason }: McpToolNote): McpToolNote {
  return { name, reason: cleanText(reason) };
}

function line(text: unknown): string {
  return shorten(cleanText(String(text)).replace(/\s+/g, " "), 100);
}
