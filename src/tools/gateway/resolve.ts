import { normalizeToolName } from "../normalize-tool-name.ts";
import type { Access } from "../access-policy.ts";
import type { FoundTool } from "../tool-index.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import type { ToolRegistry } from "../tool-registry.ts";
import { callFacts } from "./call-facts.ts";
import { lookNear, type Miss, type NotFound } from "./look-near.ts";
import { createMissCache } from "./miss-cache.ts";
import { notThere } from "./not-there.ts";
import { reasons } from "./reasons.ts";
import type { Stage, ToolCall } from "./stage.ts";

/**
 * Finds the tool: a built-in one of the visit, else a registered one, in the version that its thread gets. After a miss a
 * name that was plainly mangled is read as the tool it means, with a note, among the reads that the caller may use; else
 * the answer names the nearest of what the caller may use.
 */
export function createResolve(registry: ToolRegistry, access?: Access): Stage {
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
    if (expected !== undefined) return notThere(call, expected);
    const place = { generation: registry.generation, scope: call.scope };
    const miss = misses.get(name, place) ?? misses.set(name, place, lookNear(call, { registry, access }));
    if (miss.meant === undefined) return notFound(call, miss.answer);
    call.tool = miss.meant.tool;
    (call.notes ??= []).push(reasons(call.scope.locale).nameRewritten(name, miss.meant.tool.name));
    return next(call);
  };
}

function notFound(call: ToolCall, answer: NotFound): ToolOutcome {
  return { ...callFacts(call), status: "invalid", code: "TOOL_NOT_FOUND", issues: [], ...answer };
}

function noteAlias(call: ToolCall, { tool, alias }: FoundTool): void {
  (call.notes ??= []).push(
    reasons(call.scope.locale).renamed({ old: alias!.name, name: tool.name, note: alias!.note }),
  );
}
