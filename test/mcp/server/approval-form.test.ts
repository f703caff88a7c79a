import { describe, expect, test } from "vitest";
import { approvalForm, readApproval } from "../../../src/mcp/server/approval-form.ts";
import type { JsonObject } from "../../../src/base/json.ts";
import type { ApprovalRow } from "../../../src/store/run-store.ts";
import type { DecisionInput } from "../../../src/workflow/run-result.ts";

const row = (kind: ApprovalRow["kind"], schema?: JsonObject): ApprovalRow => ({
  id: "ask_1",
  run: "t/1",
  thread: "t",
  path: "a",
  visit: 1,
  kind,
  title: "Sure?",
  requestedAt: "2026-01-01T00:00:00.000Z",
  ...(schema && { schema }),
});

describe("what a form asks", () => {
  test.each<[string, ApprovalRow, readonly string[], readonly string[]]>([
    ["an approval", row("approval"), ["approve", "reason"], ["approve"]],
    [
      "an approval with a value",
      row("approval", { type: "integer", minimum: 1 }),
      ["approve", "answer", "reason"],
      ["approve"],
    ],
    ["an approval with an object", row("approval", { type: "object" }), ["approve", "answer", "reason"], ["approve"]],
    ["a question", row("question"), ["answer"], ["answer"]],
    ["a call in doubt", row("in-doubt", { oneOf: [] }), ["outcome", "result"], ["outcome"]],
  ])("for %s", (_what, approval, fields, required) => {
    const form = approvalForm(approval) as unknown as { requestedSchema: { properties: object; required: string[] } };
    expect([Object.keys(form.requestedSchema.properties), form.requestedSchema.required]).toEqual([fields, required]);
  });
});

type Content = Readonly<Record<string, unknown>>;

describe("what an answer decides", () => {
  test.each<[ApprovalRow, Content, DecisionInput | undefined]>([
    [row("approval"), { approve: true }, { approved: true, by: "ann" }],
    [row("approval"), { approve: false, reason: "no" }, { approved: false, by: "ann", reason: "no" }],
    [row("approval"), { approve: "true" }, undefined],
    // What the form did not offer counts for nothing.
    [row("approval"), { approve: true, answer: "more" }, { approved: true, by: "ann" }],
    [row("confirmation"), { approve: true, answer: { input: { sum: 9 } } }, { approved: true, by: "ann" }],
    [row("approval"), {}, undefined],
    [row("approval", { type: "integer" }), { approve: true, answer: 3 }, { approved: true, by: "ann", answer: 3 }],
    [row("approval", { type: "string" }), { approve: true, answer: "3" }, { approved: true, by: "ann", answer: "3" }],
    [
      row("approval", { type: "object" }),
      { approve: true, answer: '{"a":1}' },
      { approved: true, by: "ann", answer: { a: 1 } },
    ],
    [row("approval", { type: "object" }), { approve: true, answer: "{" }, { approved: true, by: "ann", answer: "{" }],
    [row("question"), { answer: "blue" }, { approved: true, by: "ann", answer: "blue" }],
    [row("question"), {}, undefined],
    [row("in-doubt"), { outcome: "again" }, { approved: true, by: "ann", answer: { outcome: "again" } }],
    [
      row("in-doubt"),
      { outcome: "happened", result: "[1]" },
      { approved: true, by: "ann", answer: { outcome: "happened", result: [1] } },
    ],
    [row("in-doubt"), { outcome: "maybe" }, undefined],
  ])("%#", (approval, content, decision) => {
    expect(readApproval(approval, { kind: "elicit", action: "accept", content }, "ann")).toEqual(decision);
  });

  test.each(["approval", "confirmation", "question", "in-doubt"] as const)("a refusal of a form on %s", (kind) => {
    const read = (action: "decline" | "cancel") => readApproval(row(kind), { kind: "elicit", action }, "ann");
    // Whether a call happened is nothing that can be refused.
    const no = kind === "in-doubt" ? undefined : { approved: false, by: "ann" };
    expect([read("decline"), read("cancel")]).toEqual([no, undefined]);
  });
});
