import { describe, expect, test } from "vitest";
import { toOutcomeMessage, toOutcomeReason } from "../../src/tools/outcome-message.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";

type WithoutFacts<Outcome> = Outcome extends unknown
  ? Omit<Outcome, "callId" | "tool" | "attempts" | "durationMs">
  : never;

function outcome(parts: WithoutFacts<ToolOutcome>): ToolOutcome {
  return { callId: "c1", tool: "pay/refund", attempts: 1, durationMs: 3, ...parts };
}

const request = {
  callId: "c1",
  tool: "pay/refund",
  input: {},
  inputHash: "h",
  version: 1,
  because: "tool",
  kind: "confirmation",
  grantable: true,
} as const;
const issues = [
  { path: "amount", expected: "number", received: "nothing" },
  { path: "", expected: "object", received: "array []", nearest: ["order", "orders"] },
];

const table: readonly [string, ToolOutcome, string, string][] = [
  ["a text", outcome({ status: "ok", output: "done" }), "done", "done"],
  ["a value", outcome({ status: "ok", output: { a: [1] } }), '{"a":[1]}', '{"a":[1]}'],
  ["nothing", outcome({ status: "ok", output: null }), "null", "null"],
  [
    "notes",
    outcome({ status: "ok", output: 1, notes: ["x answered."] }),
    "1\nNote: x answered.",
    "1\n注意：x answered.",
  ],
  [
    "an answer in another form",
    outcome({ status: "ok", output: { id: 1 }, outputProblem: "Odd." }),
    'pay/refund was carried out; do not call it again for this. Odd. What it answered:\n{"id":1}',
    'pay/refund 已经执行，请勿为此再次调用。Odd.它的返回是：\n{"id":1}',
  ],
  [
    "an unknown tool",
    outcome({
      status: "invalid",
      code: "TOOL_NOT_FOUND",
      reason: "No such tool.",
      issues: [],
      nearest: ["a/b", "a/c"],
    }),
    "pay/refund was not run. No such tool. Did you mean a/b or a/c?\nUse only the tools you were given, by their exact names.",
    "pay/refund 没有执行。No such tool. 是否指 a/b 或 a/c？\n只能使用提供给你的工具，名称必须完全一致。",
  ],
  [
    "wrong arguments",
    outcome({ status: "invalid", code: "INPUT_INVALID", reason: "Two mistakes.", issues }),
    "pay/refund was not run. Two mistakes.\n- amount: expected number, received nothing.\n- the arguments: expected object, received array []. Did you mean order or orders?\nCorrect this and call the tool again.",
    "pay/refund 没有执行。Two mistakes.\n- amount：应为 number，实为 nothing。\n- 参数：应为 object，实为 array []。 是否指 order 或 orders？\n请改正后重新调用。",
  ],
  [
    "arguments nobody can read",
    outcome({ status: "invalid", code: "INPUT_UNREADABLE", reason: "Cut off.", issues: [] }),
    "pay/refund was not run. Cut off.\nCall the tool again with its arguments as one complete JSON object.",
    "pay/refund 没有执行。Cut off.\n请把参数写成一个完整的 JSON 对象，重新调用。",
  ],
  [
    "a finish beside other calls",
    outcome({ status: "invalid", code: "FINISH_ALONE", reason: "Not alone.", issues: [] }),
    "pay/refund was not run. Not alone.\nWait for the results of your other calls, then call it alone.",
    "pay/refund 没有执行。Not alone.\n请先等其他调用的结果，然后单独调用它。",
  ],
  ...(
    [
      [
        "NOT_GRANTED",
        "Do not call it again. Use another tool, or say that this cannot be done here.",
        "请勿再次调用。请改用其他工具，或说明此处无法完成。",
      ],
      [
        "NOT_IN_SKILL",
        "Do not call it again. Use another tool, or say that this cannot be done here.",
        "请勿再次调用。请改用其他工具，或说明此处无法完成。",
      ],
      [
        "REJECTED",
        "Do not call it again. Go on without it, and tell the user that it was not done.",
        "请勿再次调用。请继续其余步骤，并告诉用户此操作没有执行。",
      ],
      ["SOP_ORDER", "Keep to the steps of the procedure, and to their order.", "请按流程规定的步骤和顺序进行。"],
      [
        "SOP_NEVER",
        "The procedure forbids it. Do not call it again; go on without it.",
        "流程禁止此操作。请勿再次调用，继续其余步骤。",
      ],
      [
        "CALL_LIMIT",
        "Do not call more tools. Finish with what you have, and say what is missing.",
        "请勿再调用工具。请用已有的结果收尾，并说明缺少什么。",
      ],
      [
        "REPEATED",
        "Use the result you already have, or call with other arguments.",
        "请使用已经得到的结果，或换用其他参数。",
      ],
    ] as const
  ).map(([code, english, chinese]): [string, ToolOutcome, string, string] => [
    code,
    outcome({ status: "denied", code, reason: "Why." }),
    `pay/refund was not run. Why. ${english}`,
    `pay/refund 没有执行。Why. ${chinese}`,
  ]),
  [
    "a person's reason without a full stop",
    outcome({ status: "denied", code: "REJECTED", reason: "A person said no: too late" }),
    "pay/refund was not run. A person said no: too late. Do not call it again. Go on without it, and tell the user that it was not done.",
    "pay/refund 没有执行。A person said no: too late。 请勿再次调用。请继续其余步骤，并告诉用户此操作没有执行。",
  ],
  [
    "a call that waits",
    outcome({ status: "needs_confirmation", request }),
    "pay/refund was not run yet: it waits for a person's confirmation. Do not call it again. Tell the user that it waits.",
    "pay/refund 尚未执行：正在等待人工确认。请勿再次调用。请告诉用户此操作正在等待确认。",
  ],
  [
    "a tool that is away",
    outcome({ status: "unavailable", code: "X", reason: "busy" }),
    "pay/refund is unavailable, and nothing was changed: busy. Try it once more later, use another tool, or tell the user that this source could not be reached.",
    "pay/refund 暂时不可用，没有任何改动：busy。可以稍后再试一次，或改用其他工具，或告诉用户无法访问该来源。",
  ],
  [
    "a tool that is away for a known time",
    outcome({ status: "unavailable", code: "X", reason: "busy", retryAfterMs: 2000 }),
    "pay/refund is unavailable, and nothing was changed: busy. Try again in 2.0 s, use another tool, or tell the user that this source could not be reached.",
    "pay/refund 暂时不可用，没有任何改动：busy。可以在 2.0 s 后再试，或改用其他工具，或告诉用户无法访问该来源。",
  ],
  [
    "no answer in time",
    outcome({ status: "timeout", timeoutMs: 1500 }),
    "pay/refund did not answer within 1.5 s. Nothing was changed. Try once more or use another tool; if that fails too, tell the user that the answer is missing.",
    "pay/refund 在 1.5 s 内没有回答，没有任何改动。可以再试一次或改用其他工具；仍不成功时，请告诉用户缺少这项结果。",
  ],
  [
    "a failure that may have acted",
    outcome({ status: "failed", code: "X", reason: "The line was cut.", mayHaveActed: true }),
    "pay/refund answered that it failed, and a part of it may have been done: The line was cut. Do not repeat the same call before you have looked at what was changed. Otherwise tell the user what failed, and that it has to be checked.",
    "pay/refund 回答执行失败，但可能已完成一部分：The line was cut.在查明哪些内容已改动之前，请勿重复同样的调用。无法查明时，请告诉用户哪里失败了，并且需要人工核实。",
  ],
  [
    "JSON with line ends of its own kind",
    outcome({ status: "ok", output: { note: "a\u2028b" } }),
    '{"note":"a\\u2028b"}',
    '{"note":"a\\u2028b"}',
  ],
  [
    "a failure",
    outcome({ status: "failed", code: "X", reason: "The card was declined." }),
    "pay/refund failed, and nothing was changed: The card was declined. Do not repeat the same call. Change the arguments or use another tool; if there is no other way, tell the user what failed.",
    "pay/refund 执行失败，没有任何改动：The card was declined.请勿重复同样的调用。请修改参数或改用其他工具；没有其他办法时，请告诉用户哪里失败了。",
  ],
  [
    "an effect in doubt",
    outcome({ status: "in_doubt", reason: "It may have acted." }),
    "It is not known whether pay/refund took effect. It may have acted. Do not call it again and do not do the same by another tool. Tell the user that it has to be checked.",
    "无法确定 pay/refund 是否已经生效。It may have acted.请勿再次调用，也不要用其他工具做同样的事。请告诉用户需要人工核实。",
  ],
];

describe("toOutcomeMessage", () => {
  test.each(table)("words %s", (_, ...[given, english, chinese]) => {
    expect([toOutcomeMessage(given, "en"), toOutcomeMessage(given, "zh")]).toEqual([english, chinese]);
  });

  test("cuts a long output and says how much is missing", () => {
    const long = outcome({ status: "ok", output: "x".repeat(21_234) });
    const kept = "x".repeat(20_000);
    expect(toOutcomeMessage(long, "en")).toBe(`${kept}\n[cut: 1,234 of 21,234 characters are not shown]`);
    expect(toOutcomeMessage(long, "zh")).toBe(`${kept}\n[已截断：共 21234 个字符，有 1234 个未显示]`);
  });

  test("gives well-formed text whatever the output holds", () => {
    expect(toOutcomeMessage(outcome({ status: "ok", output: "a\uD800b" }), "en")).toBe("a\uFFFDb");
  });
});

test.each([
  [{ status: "timeout", timeoutMs: 100 }, "The tool did not answer within 100 ms."],
  [{ status: "needs_confirmation", request }, "The call waits for a person's confirmation."],
  [{ status: "in_doubt", reason: "Maybe." }, "Maybe."],
  [
    { status: "invalid", code: "INPUT_INVALID", reason: "Wrong.", issues: issues.slice(0, 1) },
    "Wrong. amount: expected number, received nothing.",
  ],
] as const)("toOutcomeReason of %j", (parts, reason) => {
  const given = outcome(parts);
  expect(given.status !== "ok" && toOutcomeReason(given, "en")).toBe(reason);
});
