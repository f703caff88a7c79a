import type { RunRow } from "../store/run-store.ts";
import { toolFingerprint } from "../tools/tool-fingerprint.ts";
import type { AnyTool } from "../tools/tool.ts";

/** Tool name to the fingerprint of what its callers rely on. */
export type ToolContracts = Readonly<Record<string, string>>;

const known = new WeakMap<readonly AnyTool[], ToolContracts>();

/** The contracts of these tools, one of each name; made once for one array. */
export function toolContracts(tools: readonly AnyTool[]): ToolContracts {
  let contracts = known.get(tools);
  if (!contracts) {
    contracts = Object.fromEntries(tools.map((tool) => [tool.name, toolFingerprint(tool)]));
    known.set(tools, contracts);
  }
  return contracts;
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
