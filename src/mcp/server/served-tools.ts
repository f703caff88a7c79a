import type { Tool as SdkTool } from "@modelcontextprotocol/server";
import { messageOf } from "../../base/errors.ts";
import { toolNames } from "../../model/tool-names.ts";
import { createAccess } from "../../tools/access-policy.ts";
import type { CallScope } from "../../tools/call-scope.ts";
import { knownAvailability } from "../../tools/availability.ts";
import { toMcpTools } from "../../tools/export-tools.ts";
import { isShownTo } from "../../tools/gateway/is-shown-to.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import type { AnyTool, Caller, Viewer } from "../../tools/tool.ts";
import { createIntentJournal } from "./call-intents.ts";
import { agentOf, type McpCaller } from "./mcp-caller.ts";
import type { McpServeConfig } from "./serve-config.ts";
import type { ServedProject } from "./served-project.ts";

/** A tool that a caller may see, under the name by which it is served. */
export interface ServedTool {
  readonly tool: AnyTool;
  readonly name: string;
}

/** What stays the same for all calls of one caller. */
export function scopeOf(served: ServedProject, caller: McpCaller, callId: string): CallScope {
  const as: Caller = {
    run: callId,
    thread: `mcp-${caller.user ?? "local"}`,
    node: agentOf(caller),
    ...(caller.user !== undefined && { user: caller.user }),
  };
  return {
    caller: as,
    journal: createIntentJournal(served.audit, as),
    locale: served.locale,
    grants: [{ allow: served.config.tools ?? [], source: "what the MCP server serves", code: "NOT_GRANTED" }],
    audit: served.audit.record,
    ...(served.secrets && { secrets: served.secrets }),
  };
}

/** The tools that this caller may see: chosen, permitted, switched on, visible to it, and available as far as is known. */
export function servedTools(served: ServedProject, caller: McpCaller): readonly ServedTool[] {
  const { registry } = served.parts;
  const scope = scopeOf(served, caller, "list");
  const { nameOf } = namesOf(served);
  const access = createAccess(served.parts.governance?.policies);
  // Only the list is shortened: a call by name is refused and on record.
  const isPermitted = ({ name }: AnyTool): boolean => access?.decide(scope.caller, name).decision !== "deny";
  return registry
    .routed(scope.caller.thread)
    .filter((tool) => isShown(tool, registry, scope) && isPermitted(tool))
    .map((tool) => ({ tool, name: nameOf(tool.name) }));
}

/** The tool that is served to this caller by this name. */
export function findServedTool(served: ServedProject, caller: McpCaller, name: string): ServedTool | undefined {
  const { registry } = served.parts;
  const own = namesOf(served).ownOf.get(name);
  if (own === undefined) return undefined;
  const scope = scopeOf(served, caller, "find");
  const tool = registry.resolve(own, scope.caller.thread);
  return tool && isShown(tool, registry, scope) ? { tool, name } : undefined;
}

function isShown(tool: AnyTool, registry: ToolRegistry, scope: CallScope): boolean {
  return isShownTo(tool, { registry, scope }) && (!tool.available || knownAvailability(tool));
}

interface Names {
  readonly generation: number;
  readonly nameOf: (own: string) => string;
  /** Own names by served ones. */
  readonly ownOf: ReadonlyMap<string, string>;
}

const known = new WeakMap<ServedProject, Names>();

/** Names are made of all tools, so that one tool has one name whoever looks. Made anew when tools come or go. */
function namesOf(served: ServedProject): Names {
  const { registry } = served.parts;
  const before = known.get(served);
  if (before?.generation === registry.generation) return before;
  const all = new Set(registry.list().map((tool) => tool.name));
  const nameOf = encoder(all, served.config.names);
  const names = {
    generation: registry.generation,
    nameOf,
    ownOf: new Map(Array.from(all, (own) => [nameOf(own), own])),
  };
  known.set(served, names);
  return names;
}

function encoder(all: ReadonlySet<string>, length: McpServeConfig["names"]): (name: string) => string {
  const names = toolNames(all);
  if (length !== "short") return (name) => names.encode(name);
  const sharing = Map.groupBy(all, shortName);
  return (name) => (sharing.get(shortName(name))?.length === 1 ? shortName(name) : names.encode(name));
}

function shortName(name: string): string {
  return name.slice(name.indexOf("/") + 1);
}

/** The list of the tools that this caller may see, in MCP's form, sorted by name. One that cannot be shown hides no other. */
export function listServedTools(served: ServedProject, caller: McpCaller): SdkTool[] {
  const viewer: Viewer = { agent: agentOf(caller), ...(caller.user !== undefined && { user: caller.user }) };
  const list = (tool: ServedTool): SdkTool[] => {
    try {
      const description = served.parts.registry.descriptionOf(tool.tool);
      const said = { name: tool.name, ...(description !== undefined && { description }) };
      return toMcpTools([tool.tool], viewer).map((listed) => ({ ...listed, ...said }) as SdkTool);
    } catch (error) {
      served.notice(`Tool ${tool.tool.name} is not served: ${messageOf(error)}`);
      return [];
    }
  };
  return servedTools(served, caller)
    .flatMap(list)
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}
