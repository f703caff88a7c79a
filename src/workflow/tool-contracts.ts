import type { RunRow } from "../store/run-store.ts";
import { toolFingerprint } from "../tools/tool-fingerprint.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";

/** Tool name to the fingerprint of what its callers rely on. */
export type ToolContracts = Readonly<Record<string, string>>;

/** The contracts of all tools a workflow may call. */
export function toolContracts(tools: ToolRegistry): ToolContracts {
  return Object.fromEntries(tools.list().map((tool) => [tool.name, toolFingerprint(tool)]));
}

/** A contract that is another than when a run began. */
export interface ChangedContract {
  readonly tool: string;
  readonly was: string;
  /** Absent where the tool is gone. */
  readonly is?: string;
}

/**
 * The contracts that a run began under and that have changed since. Calls that are on record, approved or still to be made
 * were meant for them, so a run does not go on under others unless somebody wants that.
 */
export function changedContracts(row: RunRow, now: ToolContracts): readonly ChangedContract[] {
  if (row.tools === undefined || row.tools === now) return [];
  return Object.entries(row.tools).flatMap(([tool, was]) => {
    const is = now[tool];
    return is === was ? [] : [{ tool, was, ...(is !== undefined && { is }) }];
  });
}
