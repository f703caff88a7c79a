import type { Diagnostic } from "../base/errors.ts";
import { findCutOffCalls } from "../mcp/server/call-intents.ts";
import { type Finding, findingOf } from "./doctor-check.ts";
import type { Project } from "./open-project.ts";

/** How long a call in doubt is told of, in ms. */
const toldMs = 7 * 24 * 3_600_000;

/** Calls that came over `mcp serve`, changed something, and were cut off before their end was written down. */
export async function checkCalls(project: Project): Promise<Finding> {
  const store = await project.readStore();
  const since = new Date(Date.now() - toldMs).toISOString();
  const settled = (await store.audit({ status: "in_doubt", since })).filter(({ code }) => code === "MCP_CALL_CUT_OFF");
  const open = await findCutOffCalls(store);
  const faults = [...settled, ...open].map(({ tool, at, node, input }): Diagnostic => ({
    code: "MCP_CALL_CUT_OFF",
    severity: "warning",
    message: `${tool}, begun at ${at} by ${node} with ${input}, was cut off: nobody knows whether it had its effect.`,
    fix: "Look on the other side whether it happened. It is told of for a week.",
  }));
  return findingOf(faults.length === 0 ? "none cut off" : `${faults.length} cut off`, faults);
}
