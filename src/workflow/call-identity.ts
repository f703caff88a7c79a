import { hash } from "node:crypto";
import type { VisitKey } from "../store/run-store.ts";
import type { ConfirmationRequest } from "../tools/tool-outcome.ts";

/**
 * The identity of one call: where it stands in the run, and nothing of the process, the checkpoint or the attempt, so
 * that it is the same after every crash and resume.
 */
export function callIdentity(visit: VisitKey, turn: number, position: number): string {
  return `call_${digest(`${visit.run}\n${visit.path}\n${visit.visit}\n${turn}\n${position}`, 24)}`;
}

/** The identity of one question to a person; short, since people type it. */
export function approvalIdentity(visit: VisitKey, position: string): string {
  return `ask_${digest(`${visit.run}\n${visit.path}\n${visit.visit}\n${position}`, 12)}`;
}

/** The place of a confirmation: bound to call, tool, version and arguments, so that for others it is asked anew. */
export function confirmationPosition({ callId, tool, version, inputHash }: ConfirmationRequest): string {
  return `${callId}\n${tool}@${version}\n${inputHash}`;
}

/** The first `length` hex digits of the text's SHA-256. */
export function digest(text: string, length = 64): string {
  return hash("sha256", text, "hex").slice(0, length);
}
