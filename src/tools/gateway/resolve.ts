import { nearestNames } from "../../base/names.ts";
import { normalizeToolName } from "../normalize-tool-name.ts";
import type { ToolRegistry } from "../tool-registry.ts";
import { callFacts } from "./call-facts.ts";
import { isGranted } from "./grants.ts";
import { reasons } from "./reasons.ts";
import type { Stage, ToolCall } from "./stage.ts";

/** Finds the tool: a built-in one of the visit, else a registered one. A miss names only what the caller may use. */
export function createResolve(registry: ToolRegistry): Stage {
  return (call, next) => {
    const name = call.request.tool;
    const builtins = call.scope.builtins;
    const builtin = builtins?.get(name) ?? (registry.has(name) ? undefined : builtins?.get(normalizeToolName(name)));
    call.builtin = builtin !== undefined;
    call.tool = builtin ?? registry.resolve(name);
    if (call.tool) return next(call);
    const nearest = nearestGranted(call, registry);
    return Promise.resolve({
      ...callFacts(call),
      status: "invalid",
      code: "TOOL_NOT_FOUND",
      reason: reasons(call.scope.locale).toolNotFound(name),
      issues: [],
      ...(nearest.length > 0 && { nearest }),
    });
  };
}

function nearestGranted({ request, scope }: ToolCall, registry: ToolRegistry): string[] {
  const granted = registry.list().filter((tool) => isGranted(tool.name, scope.grants));
  return nearestNames(request.tool, [...granted.map((tool) => tool.name), ...(scope.builtins?.keys() ?? [])]);
}
