import { expect, test } from "vitest";
import { parseRehearsal } from "../../src/model/parse-rehearsal.ts";
import { rehearsedDecisions } from "../../src/project/rehearsed-decisions.ts";
import type { ApprovalView } from "../../src/trace/run-event.ts";

function decider(decisions: string): (approval: Partial<ApprovalView>) => unknown {
  const rehearsal = parseRehearsal(`workflow: w\nturns: [{ say: hello }]\ndecisions:\n${decisions}`, {
    file: "r.yaml",
  });
  const decide = rehearsedDecisions(rehearsal);
  return (approval) => decide({ id: "ask_1", node: "approve", kind: "approval", title: "Cancel?", ...approval });
}

test("decides as the file says, marked as rehearsed", () => {
  const decide = decider("  - { decide: reject, by: Ana, reason: too late }");
  expect(decide({})).toEqual({ approved: false, by: "Ana", identity: "rehearsed", reason: "too late" });
});

test("uses each decision as often as it says, in the order of the file", () => {
  const decide = decider("  - { decide: reject }\n  - { decide: approve, times: 2 }");
  const approved = { approved: true, by: "rehearsal", identity: "rehearsed" };
  expect([decide({}), decide({}), decide({}), decide({})]).toEqual([
    { ...approved, approved: false },
    approved,
    approved,
    undefined,
  ]);
});

test("binds a decision to its node, tool and kind", () => {
  const decide = decider(
    "  - { node: pay, decide: reject, repeat: true }\n  - { tool: refunds/create, decide: approve, repeat: true }\n  - { kind: question, answer: A-1001, repeat: true }",
  );
  expect(decide({ node: "pay" })).toMatchObject({ approved: false });
  expect(decide({ node: "outer/pay" })).toMatchObject({ approved: false });
  expect(decide({ kind: "confirmation", details: { tool: "refunds/create", input: {} } })).toMatchObject({
    approved: true,
  });
  expect(decide({ kind: "question" })).toMatchObject({ approved: true, answer: "A-1001" });
  expect(decide({ details: { tool: "refunds/other" } })).toBeUndefined();
});
