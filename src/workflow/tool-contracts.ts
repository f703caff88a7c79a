import type { RunRow } from "../store/run-store.ts";
import { toolFingerprint } from "../tools/tool-fingerprint.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import { runToolsChanged } from "./runner-errors.ts";

/** Tool name to the fingerprint of what its callers rely on. */
export type ToolContracts = Readonly<Record<string, string>>;

/** The contracts of all tools a workflow may call. */
export function toolContracts(tools: ToolRegistry): ToolContracts {
  return Object.fromEntries(tools.list().map((tool) => [tool.name, toolFingerprint(tool)]));
}

/**
 * The run's row, to go on under the contracts of today. Those it began under must not have changed, since calls that
 * are on record, approved or still to be made were meant for them, unless somebody wants that.
 * @throws `RUN_TOOLS_CHANGED`
 */
export function underContracts(row: RunRow, now: ToolContracts, migrate: boolean): RunRow {
  const changed = Object.entries(row.tools ?? now).flatMap(([tool, was]) => {
    const is = now[tool];
    return is === was ? [] : [{ tool, was, ...(is !== undefined && { is }) }];
  });
  if (changed.length > 0 && !migrate) throw runToolsChanged(row, changed);
  return { ...row, tools: now };
}
