import { nearestNames } from "../../base/names.ts";
import type { Access } from "../access-policy.ts";
import type { FoundTool } from "../tool-index.ts";
import type { ToolOutcome, UnseenTool } from "../tool-outcome.ts";
import type { ToolRegistry } from "../tool-registry.ts";
import type { AnyTool } from "../tool.ts";
import { isShownTo } from "./is-shown-to.ts";
import { createMissCache, type MissCache } from "./miss-cache.ts";
import { reasons } from "./reasons.ts";
import { mayBeMisnamed, meantTool, namedWithin } from "./rewrite-tool-name.ts";
import type { ToolCall } from "./stage.ts";

/** What became of a name that nothing is registered under. */
export type Miss = { readonly meant: FoundTool } | { readonly meant: undefined; readonly answer: NotFound };

/** What an outcome says beside the facts of its call. */
export type NotFound = Pick<Extract<ToolOutcome, { readonly status: "invalid" }>, "reason" | "nearest">;

/** Where tools are looked for. */
export interface NearPlace {
  readonly registry: ToolRegistry;
  readonly access: Access | undefined;
}

/** The one tool that a mangled name means, where it may be run under that name; else what is told of the name. */
export function lookNear(call: ToolCall, place: NearPlace): Miss {
  const usable = usableTools(call, place);
  const meant = meantTool(call.request.tool, usable);
  if (meant !== undefined && mayBeMisnamed(meant)) return { meant: { tool: meant } };
  const nearest = nearestOf(call, usable, meant);
  const reason = reasons(call.scope.locale).toolNotFound(call.request.tool);
  return { meant: undefined, answer: { reason, ...(nearest.length > 0 && { nearest }) } };
}

/** What a caller is told in place of a tool that it may not know of: the same as of a name that nobody has. */
export function unseenTool(call: ToolCall, place: NearPlace): UnseenTool {
  let unseen = unseenTools.get(place);
  if (unseen === undefined) unseenTools.set(place, (unseen = createMissCache<UnseenTool>()));
  const name = call.request.tool;
  const where = { generation: place.registry.generation, scope: call.scope };
  return unseen.get(name, where) ?? unseen.set(name, where, lookUnseen(call, place));
}

const unseenTools = new WeakMap<NearPlace, MissCache<UnseenTool>>();

function lookUnseen(call: ToolCall, place: NearPlace): UnseenTool {
  const usable = usableTools(call, place);
  const nearest = nearestOf(call, usable, meantTool(call.request.tool, usable));
  return { name: call.request.tool, ...(nearest.length > 0 && { nearest }) };
}

function usableTools({ scope }: ToolCall, { registry, access }: NearPlace): AnyTool[] {
  return registry
    .routed(scope.caller.thread, scope.versions)
    .filter(
      (tool) => isShownTo(tool, { registry, scope }) && access?.decide(scope.caller, tool.name).decision !== "deny",
    );
}

function nearestOf({ request, scope }: ToolCall, usable: readonly AnyTool[], meant: AnyTool | undefined): string[] {
  const names = [...usable.map((tool) => tool.name), ...(scope.builtins?.keys() ?? [])];
  const within = namedWithin(request.tool, usable).map((tool) => tool.name);
  const near = [...new Set([...within, ...nearestNames(request.tool, names)])].filter((name) => name !== meant?.name);
  return (meant === undefined ? near : [meant.name, ...near]).slice(0, 3);
}
