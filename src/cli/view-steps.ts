import type { RunEvent, StepView } from "../trace/run-event.ts";
import type { Tone } from "./paint.ts";
import type { ViewStyle } from "./view-style.ts";
import { cutColumns } from "./view-text.ts";

/** A step that was skipped, with the reason. What was done stands in the lines of the calls. */
export function skippedLines(event: Extract<RunEvent, { type: "sop-step" }>, { paint }: ViewStyle): string[] {
  if (event.status !== "skipped" || event.replayed) return [];
  const head = paint("careful", `- step ${event.step} skipped`);
  return [`  ${head}: ${event.reason ?? ""} ${paint("faint", `(${cutColumns(event.text, 80)})`)}`];
}

/** How a node kept to its procedure: one line of numbers, and below it each step that is open or went wrong. */
export function conformanceLines(steps: readonly StepView[], { paint }: ViewStyle): string[] {
  const counts = COUNTED.flatMap(([status, words]) => {
    const count = steps.filter((step) => step.status === status).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  if (counts.length === 0) return [];
  const open = steps.flatMap((step) => {
    const tone = OPEN.get(step.status);
    if (tone === undefined || step.level === "may") return [];
    const name = step.step === undefined ? "" : ` ${step.step}`;
    // A failed or degraded step has a reason only where that is enough for it.
    const isEnough = step.reason !== undefined && (step.status === "failed" || step.status === "degraded");
    const words = paint(isEnough ? "careful" : tone, `${wordsOf(step.status)}${name}`);
    return [`    ${words}: ${cutColumns(step.text, 100)}${isEnough ? ` (${step.reason})` : ""}`];
  });
  return [`  ${paint("faint", `steps: ${counts.join(", ")}`)}`, ...open];
}

/** A status in words. */
export function wordsOf(status: StepView["status"]): string {
  return status.replaceAll("-", " ");
}

const COUNTED: readonly (readonly [StepView["status"], string])[] = (
  ["done", "skipped", "degraded", "failed", "missing", "out-of-order", "forbidden", "not-due"] as const
).map((status) => [status, wordsOf(status)]);

const OPEN: ReadonlyMap<StepView["status"], Tone> = new Map([
  ["degraded", "careful"],
  ["failed", "bad"],
  ["missing", "bad"],
  ["out-of-order", "bad"],
  ["forbidden", "bad"],
]);
