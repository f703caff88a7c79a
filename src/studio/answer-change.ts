import { isSopwithError } from "../base/errors.ts";
import { describeEdit } from "../project/registry/registry-edit.ts";
import { registryNotKept } from "../project/registry/registry-errors.ts";
import type { CommandRuns } from "./command-runs.ts";
import { decisionWords } from "./decision-words.ts";
import { registryEditOf } from "./registry-edit-of.ts";
import type { StudioParts } from "./studio-parts.ts";

/** What became of something that was posted, for the person. */
export interface AnsweredChange {
  readonly status: 200 | 400 | 403 | 404 | 409;
  readonly message: string;
}

/** What was posted, and where to. */
export interface PostedChange {
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const unreadable: AnsweredChange = {
  status: 400,
  message: "The form was not understood, or a text in it is too long.",
};

/** Carries out what a form of the page asks for. */
export async function answerChange(
  parts: StudioParts,
  runs: CommandRuns,
  { path, body }: PostedChange,
): Promise<AnsweredChange> {
  if (parts.readOnly) return { status: 403, message: "This studio only shows; it was started with --read-only." };
  if (path === "/decide") return decide(runs, body);
  if (path === "/tools") return changeTools(parts, body);
  return { status: 404, message: "There is nothing to be changed at this address." };
}

async function decide(runs: CommandRuns, body: PostedChange["body"]): Promise<AnsweredChange> {
  const words = decisionWords(body);
  if (!words) return unreadable;
  const { begun, message } = await runs.begin([...words, "--json"]);
  return begun ? { status: 200, message: "Decided. The run goes on." } : { status: 409, message };
}

async function changeTools({ project, decider }: StudioParts, body: PostedChange["body"]): Promise<AnsweredChange> {
  const edit = registryEditOf(body);
  if (!edit) return unreadable;
  const reason = typeof body["reason"] === "string" ? body["reason"].trim() : "";
  try {
    if (project.settings.store.kind === "memory") throw registryNotKept();
    const registry = await project.registry();
    const before = registry.view().generation;
    const { generation } = await registry.change(edit, { by: decider, ...(reason !== "" && { reason }) });
    const done = generation === before ? "It was so before" : "Done";
    return { status: 200, message: `${done}: ${describeEdit(edit)}.` };
  } catch (error) {
    if (!isSopwithError(error)) throw error;
    const faults = error.diagnostics.map(({ message }) => message);
    return { status: 409, message: [error.message, ...faults, error.hint].filter(Boolean).join(" ") };
  }
}
