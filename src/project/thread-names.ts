import { randomInt } from "node:crypto";
import type { RunStore } from "../store/run-store.ts";
import type { Workflow } from "../workflow/workflow.ts";

const LETTERS = "abcdefghjkmnpqrstuvwxyz23456789";

/** A new thread's name that can be read aloud: `support-desk-k3f9xw`. */
export function newThreadName(workflow: string): string {
  return `${workflow}-${Array.from({ length: 6 }, () => LETTERS[randomInt(LETTERS.length)]).join("")}`;
}

/**
 * The thread that a rehearsal plays on: `event-safety-approved`, each time the same, so that two runs print the same.
 * While a run on it is still open, and for a workflow that remembers earlier runs, the next free number is added: a
 * rehearsal is written for a thread with no past.
 */
export async function rehearsalThreadName(workflow: Workflow, rehearsal: string, store: RunStore): Promise<string> {
  const base = `${workflow.name}-${rehearsal}`;
  const remembers = workflow.keep.length > 0 || workflow.conversationTurns > 0;
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base}-${number}`;
    const thread = await store.thread(name);
    if (!thread) return name;
    if (!remembers && thread.status !== "running" && thread.status !== "waiting") return name;
  }
}
