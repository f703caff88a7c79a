import { previewJson } from "../base/json.ts";
import type { CallLine, StepLine, VisitReport } from "./to-run-report.ts";

/** What is said of a visit beside its table, in whole sentences. */
export function visitNotes({ skill, hash, hashOnDisk }: VisitReport): readonly string[] {
  if (hashOnDisk === undefined) return [];
  const now = hashOnDisk === null ? "it is not there any more" : `the disk has ${hashOnDisk.slice(0, 8)}`;
  return [`The run used skill ${skill} at ${hash.slice(0, 8)}; ${now}.`];
}

/** What is said of a step beside its status: why, whether it was late, what the result shows. */
export function stepNotes({ reason, late, evidence }: StepLine): readonly string[] {
  const shown = Object.entries(evidence ?? {}).map(
    ([path, value]) => `${path}: ${previewJson(JSON.stringify(value), 60)}`,
  );
  return [...(reason === undefined ? [] : [reason]), ...(late ? ["after its deadline"] : []), ...shown];
}

/** `call_5f3a… orders/get ok 10:31:07`. */
export function callWords({ id, tool, status, finishedAt, startedAt }: CallLine): string {
  const at = finishedAt ?? startedAt;
  return [id, tool, status, at?.slice(11, 19)].filter((part) => part !== undefined).join(" ");
}

/** `conforms`, or that it does not. */
export function conformsWord(conforms: boolean): string {
  return conforms ? "conforms" : "does not conform";
}

/** How a visit is headed. */
export function visitName({ path, visit }: VisitReport): string {
  return visit === 1 ? path : `${path}, visit ${visit}`;
}

/** A level as authors write it. */
export function levelWord(level: StepLine["level"]): string {
  return level.toUpperCase().replace("-", " ");
}

/** Said where no visit followed a procedure. */
export const NO_VISITS = "No node of this run followed a procedure.";
