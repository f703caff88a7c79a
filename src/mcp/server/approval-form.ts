import type { ElicitInputParams } from "@modelcontextprotocol/server";
import { isPlainObject, type JsonObject, type JsonValue, safeStringify } from "../../base/json.ts";
import type { ApprovalRow } from "../../store/run-store.ts";
import { cleanText } from "../../tools/clean-text.ts";
import type { DecisionInput } from "../../workflow/run-result.ts";
import type { FormAnswer } from "./confirmation-form.ts";

/** What a form asks beside yes and no. */
type Field = "none" | "value" | "text" | "json";

/** A question of a run as a form that a client shows its user. */
export function approvalForm(approval: ApprovalRow): ElicitInputParams {
  const to = approval.to === undefined ? "" : ` (for ${approval.to})`;
  const details = approval.details === undefined ? "" : `\n${safeStringify(approval.details, 2)}`;
  return {
    message: cleanText(`${approval.title}${to}${details}`),
    requestedSchema: { type: "object", ...fieldsOf(approval) } as Extract<
      ElicitInputParams,
      { readonly requestedSchema: unknown }
    >["requestedSchema"],
  };
}

function fieldsOf({ kind, schema }: ApprovalRow): { readonly properties: object; readonly required: string[] } {
  if (kind === "question") return { properties: { answer: { type: "string", title: "Answer" } }, required: ["answer"] };
  if (kind === "in-doubt")
    return {
      properties: {
        outcome: { type: "string", title: "What became of it", enum: ["happened", "not-happened", "again"] },
        result: { type: "string", title: "Its result as JSON", description: "For a call that happened." },
      },
      required: ["outcome"],
    };
  const field = fieldOf(schema);
  const answer = {
    none: {},
    text: { answer: { type: "string", title: "Answer" } },
    value: { answer: { title: "Answer", ...pickSchema(schema) } },
    json: { answer: { type: "string", title: "Answer as JSON", description: safeStringify(schema).slice(0, 2000) } },
  };
  return {
    properties: {
      approve: { type: "boolean", title: "Agree" },
      ...answer[field],
      reason: { type: "string", title: "Why" },
    },
    required: ["approve"],
  };
}

/** Forms hold plain values only; everything else is written as JSON. */
function fieldOf(schema: JsonObject | undefined): Field {
  if (!isPlainObject(schema)) return "none";
  const { type } = schema;
  if (type === "string") return "text";
  return type === "number" || type === "integer" || type === "boolean" ? "value" : "json";
}

function pickSchema(schema: JsonObject | undefined): JsonObject {
  return Object.fromEntries(
    ["type", "minimum", "maximum", "description"].flatMap((key) => {
      const value = schema?.[key];
      return value === undefined ? [] : [[key, value]];
    }),
  );
}

/**
 * What the person decided; `undefined` when nothing was. A "decline" is a no where a no can be said; whoever only closes
 * the form has decided nothing.
 */
export function readApproval(
  { kind, schema }: ApprovalRow,
  { action, content = {} }: FormAnswer,
  by: string,
): DecisionInput | undefined {
  if (action === "cancel") return undefined;
  if (action === "decline") return kind === "in-doubt" ? undefined : { approved: false, by };
  const { answer, approve, reason, outcome, result } = content;
  if (kind === "question") return typeof answer === "string" ? { approved: true, answer, by } : undefined;
  if (kind === "in-doubt") return readDoubt(outcome, result, by);
  if (typeof approve !== "boolean") return undefined;
  const why = typeof reason === "string" && reason !== "" ? { reason } : {};
  if (!approve) return { approved: false, by, ...why };
  const field = fieldOf(schema);
  // What the form did not ask for decides nothing: with it a client could change what its user agreed to.
  if (answer === undefined || field === "none") return { approved: true, by, ...why };
  return { approved: true, by, ...why, answer: field === "json" ? readJson(answer) : (answer as JsonValue) };
}

function readDoubt(outcome: unknown, result: unknown, by: string): DecisionInput | undefined {
  if (outcome !== "happened") {
    if (outcome !== "not-happened" && outcome !== "again") return undefined;
    return { approved: true, answer: { outcome }, by };
  }
  const given = typeof result === "string" && result !== "" ? { result: readJson(result) } : {};
  return { approved: true, answer: { outcome, ...given }, by };
}

/** What is no JSON is taken as the text it is; the question's own check says what is wrong with it. */
function readJson(value: unknown): JsonValue {
  if (typeof value !== "string") return value as JsonValue;
  try {
    return JSON.parse(value) as JsonValue;
  } catch {
    return value;
  }
}
