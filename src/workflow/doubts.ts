import { z } from "zod";
import type { JsonObject, JsonValue } from "../base/json.ts";
import type { CallRow, DecisionRow } from "../store/run-store.ts";
import type { CallScope, DoubtAnswer } from "../tools/call-scope.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { approvalIdentity } from "./call-identity.ts";
import { verifiedDecision } from "./signed-decisions.ts";
import type { Question, Visit } from "./visit.ts";

/** What a person answers about a call in doubt. `result` is what the tool would have given. */
export const DoubtDecision: z.ZodType<
  | { readonly outcome: "happened"; readonly result?: JsonValue }
  | { readonly outcome: "not-happened" }
  | { readonly outcome: "again" }
> = z.discriminatedUnion("outcome", [
  z.strictObject({ outcome: z.literal("happened"), result: z.json().exactOptional() }),
  z.strictObject({ outcome: z.literal("not-happened") }),
  z.strictObject({ outcome: z.literal("again") }),
]);

/** Looks up what a person found out about a call in doubt. */
export function doubtsOf(visit: Visit): NonNullable<CallScope["doubt"]> {
  const { store, governance } = visit.context.parts;
  return async (call) => {
    const row = await store.approval(approvalIdentity(visit, doubtPosition(call)));
    const decision = verifiedDecision(row, governance?.signer);
    return decision && toDoubtAnswer(decision);
  };
}

/** The question about a call in doubt, with what is on record of it. */
export function toDoubtQuestion(
  outcome: Extract<ToolOutcome, { readonly status: "in_doubt" }>,
  row: CallRow | undefined,
): Question {
  const { callId, tool, attempts, reason } = outcome;
  return {
    position: doubtPosition({ callId, attempts }),
    kind: "in-doubt",
    title: `Did ${tool} happen?`,
    details: {
      tool,
      input: (row?.input ?? null) as JsonValue,
      attempts,
      ...(row && { startedAt: row.startedAt }),
      known: reason,
      callId,
    },
    schema: doubtSchema(),
  };
}

/** A call that is in doubt once more after it was started again is another question. */
function doubtPosition({ callId, attempts }: { readonly callId: string; readonly attempts: number }): string {
  return `in doubt\n${callId}\n${attempts}`;
}

/** What was decided was checked before it was stored. */
function toDoubtAnswer({ answer, by, reason }: DecisionRow): DoubtAnswer {
  const decision = DoubtDecision.parse(answer);
  if (decision.outcome === "happened") return { found: "happened", result: decision.result ?? null, by };
  if (decision.outcome === "again") return { found: "again", by };
  return { found: "not-happened", by, ...(reason !== undefined && { reason }) };
}

let schema: JsonObject | undefined;

function doubtSchema(): JsonObject {
  return (schema ??= z.toJSONSchema(DoubtDecision, { io: "input" }) as JsonObject);
}
