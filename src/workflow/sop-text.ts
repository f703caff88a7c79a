import type { MissingStep } from "../skills/missing-steps.ts";
import type { Locale } from "../tools/tool.ts";

/** What is said of steps, to the model and in reasons. */
export interface SopText {
  /** The answer to a finish that came too early. */
  readonly nudge: (steps: readonly MissingStep[]) => string;
  /** One step that was left undone. */
  readonly undone: (step: MissingStep) => string;
  /** A rule of the system text. */
  readonly rule: string;
}

const english: SopText = {
  nudge: (steps) =>
    [
      "Not finished yet. These steps of the procedure are due and not accounted for:",
      ...steps.map((step) => `- ${line(step)}`),
      "Do them now, or account for a step that does not apply or cannot be done with sop/skip and the reason. Then finish again.",
    ].join("\n"),
  undone: (step) => `Step ${step.step} of the procedure (line ${step.line}) is ${step.status}: ${step.text}`,
  rule: "A step that does not apply, or that you cannot do, is accounted for with sop/skip and the reason before you finish.",
};

const chinese: SopText = {
  nudge: (steps) =>
    [
      "尚未完成。流程中以下步骤应执行而没有交代：",
      ...steps.map((step) => `- ${line(step)}`),
      "请现在执行；不适用或无法执行的步骤，用 sop/skip 说明原因。然后再次提交。",
    ].join("\n"),
  undone: (step) => `流程第 ${step.step} 步（第 ${step.line} 行）未完成（${step.status}）：${step.text}`,
  rule: "不适用或无法执行的步骤，必须在结束前用 sop/skip 说明原因。",
};

/** The words in the run's language. */
export function sopText(locale: Locale): SopText {
  return locale === "zh" ? chinese : english;
}

/** A text need not name the tool that shows that the step was done. */
function line({ step, text, tools, needs, reason }: MissingStep): string {
  const shown = tools.some((tool) => text.includes(tool)) ? [] : [tools.join(" / ")];
  const notes = [
    ...shown,
    ...(reason === undefined ? [] : [reason]),
    ...(needs.length > 0 ? [`${needs.map((id) => `step ${id}`).join(", ")} first`] : []),
  ];
  return `step ${step}: ${text}${notes.length > 0 ? ` (${notes.join("; ")})` : ""}`;
}
