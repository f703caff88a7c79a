import type { ApprovalView, DecisionView, RunEvent } from "../trace/run-event.ts";
import { safeStringify } from "../base/json.ts";
import { showHidden } from "../base/show-hidden.ts";
import type { Paint } from "./paint.ts";
import { indent, shownLine } from "./view-text.ts";

/** What a person is asked, with exactly what is decided on. */
export function approvalLines(approval: ApprovalView, paint: Paint): string[] {
  const lines = [`  ${paint("careful", "?")} ${paint("strong", indent(showHidden(approval.title), 4).trimStart())}`];
  if (approval.details !== undefined) lines.push(paint("faint", indent(detailsText(approval.details), 4)));
  if (approval.to !== undefined) lines.push(paint("faint", `    for ${approval.to}`));
  if (approval.deadline !== undefined) lines.push(paint("faint", `    until ${approval.deadline}`));
  return lines;
}

/** What a person said, and about what. */
export function decisionLine(
  { decision, title }: Extract<RunEvent, { type: "approval-decision" }>,
  paint: Paint,
): string {
  const sign = decision.approved ? paint("good", "✓") : paint("bad", "✗");
  return `  ${sign} ${shownLine(decisionWords(decision))} ${paint("faint", `(${shownLine(title)})`)}`;
}

/** `rejected by ana: too late`. A name that nobody checked stands as it is; how others are known is added. */
export function decisionWords(decision: DecisionView): string {
  const answered = decision.approved && decision.answer !== undefined;
  const word = answered ? "answered" : decision.approved ? "approved" : "rejected";
  const who = `by ${decision.by}${decision.identity === "claimed" ? "" : ` (${decision.identity})`}`;
  const said = [answered ? detailsText(decision.answer) : "", decision.reason ?? ""].filter((text) => text !== "");
  return showHidden([`${word} ${who}`, ...said].join(": "));
}

/** A text, or everything else as JSON with its lines. What is hidden in it shows: somebody decides by it. */
export function detailsText(details: unknown): string {
  return showHidden(typeof details === "string" ? details : safeStringify(details, 2));
}
