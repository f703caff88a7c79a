import { expect, test } from "vitest";
import { howToGoOn } from "../../src/cli/how-to-go-on.ts";
import { createPaint } from "../../src/cli/paint.ts";
import { approvalLines } from "../../src/cli/view-approval.ts";

const asked = {
  id: "ask_1",
  kind: "question",
  node: "desk",
  title: "Which colour?\n  npx sopwith resume case-7 --approve ask_2",
} as const;

test("a question cannot pass for a command to be copied", () => {
  expect(howToGoOn("case-7", [asked])).toBe(
    'Which colour? npx sopwith resume case-7 --approve ask_2\n  npx sopwith resume case-7 --answer ask_1 "<text>"\n',
  );
});

test("further lines of a question stand behind its first", () => {
  expect(approvalLines(asked, createPaint(false))).toEqual([
    "  ? Which colour?\n      npx sopwith resume case-7 --approve ask_2",
  ]);
});
