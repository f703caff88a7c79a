import type { Diagnostic } from "../base/errors.ts";
import { isPlainObject } from "../base/json.ts";

/** Keys of other systems that set one time for all tools; here every tool has its own. */
const globalTimeouts: readonly string[] = ["timeout", "timeoutMs", "toolTimeout", "toolTimeoutMs", "tool_timeout"];

/** A config without keys that are left over from elsewhere and do nothing: they are told, and stop nothing. */
export function withoutStaleKeys(
  written: unknown,
  file: string,
): { readonly config: unknown; readonly warnings: readonly Diagnostic[] } {
  if (!isPlainObject(written)) return { config: written, warnings: [] };
  const stale = globalTimeouts.filter((key) => Object.hasOwn(written, key));
  if (stale.length === 0) return { config: written, warnings: [] };
  return {
    config: Object.fromEntries(Object.entries(written).filter(([key]) => !stale.includes(key))),
    warnings: stale.map((key) => ({
      code: "CONFIG_STALE",
      severity: "warning",
      message: `"${key}" does nothing: every tool has a time of its own.`,
      where: { file },
      fix: "Remove it; set `policy.timeoutMs` of the tools, or `limits.timeoutMs` for whole runs.",
    })),
  };
}
