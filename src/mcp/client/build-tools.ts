import { canonicalJson } from "../../base/json.ts";
import { messageOf } from "../../base/errors.ts";
import type { AnyTool } from "../../tools/tool.ts";
import { exposedNames } from "./exposed-names.ts";
import type { McpServerState, McpToolNote } from "./mcp-server-state.ts";
import { type MadeTool, makeMcpTool, type McpToolParts } from "./mcp-tool.ts";
import type { ListedTool, PinVerdict } from "./mcp-trust.ts";
import { readListed } from "./read-listed.ts";
import { leftOut } from "./tool-facts.ts";

/** Tools by what they were made of. */
export type KnownTools = ReadonlyMap<string, Usable>;

type Usable = Exclude<MadeTool, { readonly fault: string }>;

/** What a server's list came to. */
export interface BuiltTools {
  readonly tools: readonly AnyTool[];
  readonly listed: readonly ListedTool[];
  readonly dropped: readonly McpToolNote[];
  readonly quarantined: McpServerState["quarantined"];
  readonly flagged: readonly McpToolNote[];
  readonly known: KnownTools;
}

/** What tools are built of. */
export interface BuildToolsParts extends McpToolParts {
  readonly entries: readonly unknown[];
  readonly judge: (tools: readonly ListedTool[]) => Promise<ReadonlyMap<string, PinVerdict>>;
  /** What was built before: a tool that has not changed stays the same object. */
  readonly known: KnownTools;
}

/** Makes our tools of a server's list: those that can be used, are wanted, and are trusted. */
export async function buildTools(parts: BuildToolsParts): Promise<BuiltTools> {
  const read = readListed(parts.entries);
  const dropped = [...read.dropped];
  const flagged: McpToolNote[] = [];
  const wanted = read.tools.filter(({ name }) => {
    const reason = leftOut(name, parts.config);
    if (reason !== undefined) dropped.push({ name, reason });
    return reason === undefined;
  });
  const verdicts = await parts.judge(wanted);
  const quarantined = wanted.flatMap(({ name }) => inQuarantine(name, verdicts.get(name) ?? "new"));
  const accepted = wanted.filter(({ name }) => verdicts.get(name) === "accepted");
  // Names are given to all that are listed, so that a tool keeps its name when others are accepted later.
  const names = exposedNames(
    parts.server,
    read.tools.map(({ name }) => name),
  );
  const known = new Map<string, Usable>();
  const tools = accepted.flatMap((listed) => {
    const name = names.get(listed.name)!;
    const key = `${name}\n${canonicalJson(listed)}`;
    const made = parts.known.get(key) ?? buildOne(listed, name, parts);
    if ("fault" in made) {
      dropped.push({ name: listed.name, reason: made.fault });
      return [];
    }
    known.set(key, made);
    flagged.push(...made.flags.map((reason) => ({ name: listed.name, reason })));
    return [made.tool];
  });
  return { tools, listed: read.tools, dropped, quarantined, flagged, known };
}

/** A definition that we cannot take over, for whatever reason, takes no other tool with it. */
function buildOne(listed: ListedTool, name: string, parts: McpToolParts): MadeTool {
  try {
    return makeMcpTool(listed, name, parts);
  } catch (error) {
    return { fault: messageOf(error) };
  }
}

function inQuarantine(name: string, verdict: PinVerdict): McpServerState["quarantined"] {
  if (verdict === "accepted") return [];
  const reason = verdict === "new" ? "Nobody has agreed to it yet." : "It is not what was agreed to.";
  return [{ name, reason, verdict }];
}
