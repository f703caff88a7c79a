import type { CallScope } from "../call-scope.ts";
import { isVisibleTo } from "../is-visible-to.ts";
import type { ToolRegistry } from "../tool-registry.ts";
import type { AnyTool } from "../tool.ts";
import { isGranted } from "./grants.ts";

/** True when a caller may know of a tool: granted, permitted, switched on, and visible to the agent and the user. */
export function isShownTo(
  tool: AnyTool,
  { registry, scope }: { readonly registry: ToolRegistry; readonly scope: CallScope },
): boolean {
  if (scope.permits?.(tool.name) === false) return false;
  return isGranted(tool.name, scope.grants) && registry.isEnabled(tool) && isVisibleTo(tool, scope.caller);
}
