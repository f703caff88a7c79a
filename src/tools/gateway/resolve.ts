import { nearestNames } from "../../base/names.ts";
import { normalizeToolName } from "../normalize-tool-name.ts";
import type { FoundTool } from "../tool-index.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import type { ToolRegistry } from "../tool-registry.ts";
import { callFacts } from "./call-facts.ts";
import { isShownTo } from "./is-shown-to.ts";
import { createMissCache } from "./miss-cache.ts";
import { notThere } from "./not-there.ts";
import { reasons } from "./reasons.ts";
import { mayBeMisnamed, meantTool, namedWithin } from "./rewrite-tool-name.ts";
import type { Stage, ToolCall } from "./stage.ts";

/**
 * Finds the tool: a built-in one of the visit, else a registered one, in the version that its thread gets. After a miss a
 * name that was plainly mangled is read as the tool it means, with a note, among the reads that the caller may use; else
 * the answer names the nearest of what the caller may use.
 */
export function createResolve(registry: ToolRegistry): Stage {
  const misses = createMissCache<Miss>();
  return (call, next) => {
    const name = call.request.tool;
    const builtins = call.scope.builtins;
    const builtin = builtins?.get(name);
    if (builtin !== undefined) {
      call.builtin = true;
      call.tool = builtin;
      return next(call);
    }
    const found = registry.find(name, call.scope.caller.thread, call.scope.versions);
    if (found !== undefined) {
      call.tool = found.tool;
      if (found.alias !== undefined) noteAlias(call, found);
      return next(call);
    }
    const folded = builtins?.get(normalizeToolName(name));
    if (folded !== undefined) {
      call.builtin = true;
      call.tool = folded;
      return next(call);
    }
    const expected = registry.expected(name);
    if (expected !== undefined) return Promise.resolve(notThere(call, expected));
    const place = { generation: registry.generation, scope: call.scope };
    const miss = misses.get(name, place) ?? misses.set(name, place, lookNear(call, registry));
    if (miss.meant === undefined) return Promise.resolve(notFound(call, miss.answer));
    call.tool = miss.meant.tool;
    (call.notes ??= []).push(reasons(call.scope.locale).nameRewritten(name, miss.meant.tool.name));
    return next(call);
  };
}

/** What became of a name that nothing is registered under. */
type Miss = { readonly meant: FoundTool } | { readonly meant: undefined; readonly answer: NotFound };

/** What an outcome says beside the facts of its call. */
type NotFound = Pick<Extract<ToolOutcome, { readonly status: "invalid" }>, "reason" | "nearest">;

function lookNear(call: ToolCall, registry: ToolRegistry): Miss {
  const { request, scope } = call;
  const granted = registry
    .routed(scope.caller.thread, scope.versions)
    .filter((tool) => isShownTo(tool, { registry, scope }));
  const meant = meantTool(request.tool, granted);
  if (meant !== undefined && mayBeMisnamed(meant)) return { meant: { tool: meant } };
  const names = [...granted.map((tool) => tool.name), ...(scope.builtins?.keys() ?? [])];
  const within = namedWithin(request.tool, granted).map((tool) => tool.name);
  const near = [...new Set([...within, ...nearestNames(request.tool, names)])].filter((name) => name !== meant?.name);
  const nearest = (meant === undefined ? near : [meant.name, ...near]).slice(0, 3);
  const reason = reasons(scope.locale).toolNotFound(request.tool);
  return { meant: undefined, answer: { reason, ...(nearest.length > 0 && { nearest }) } };
}

function notFound(call: ToolCall, answer: NotFound): ToolOutcome {
  return { ...callFacts(call), status: "invalid", code: "TOOL_NOT_FOUND", issues: [], ...answer };
}

function noteAlias(call: ToolCall, { tool, alias }: FoundTool): void {
  (call.notes ??= []).push(
    reasons(call.scope.locale).renamed({ old: alias!.name, name: tool.name, note: alias!.note }),
  );
}
