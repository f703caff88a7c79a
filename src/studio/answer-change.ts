import { isPlainObject } from "../base/json.ts";
import { approvalNotFound } from "../workflow/runner-errors.ts";
import { openApprovals } from "../workflow/open-approvals.ts";
import { readDecision } from "./decision-words.ts";
import type { CommandRuns } from "./command-runs.ts";
import type { StudioParts } from "./studio-parts.ts";

/** What became of something that was posted, for the person. */
export interface AnsweredChange {
  readonly status: 200 | 400 | 403 | 404 | 409;
  readonly message: string;
}

/** Carries out what a form of the page asks for. */
export async function answerChange(
  parts: StudioParts,
  runs: CommandRuns,
  { path, body }: { readonly path: string; readonly body: unknown },
): Promise<AnsweredChange> {
  if (parts.readOnly) return { status: 403, message: "This studio only shows; it was started with --read-only." };
  if (path === "/decide") return decide(parts, runs, body);
  if (path === "/toolset" || path === "/route") return changeTools(runs, path, body);
  return { status: 404, message: "There is nothing to be changed at this address." };
}

const unreadable: AnsweredChange = { status: 400, message: "The form was not understood." };

async function decide({ project }: StudioParts, runs: CommandRuns, body: unknown): Promise<AnsweredChange> {
  const decision = readDecision(body);
  if (!decision) return unreadable;
  const store = await project.readStore();
  const approval = await store.approval(decision.id);
  if (!approval) {
    const { message, hint } = approvalNotFound(decision.id, await openApprovals(store), "project");
    return { status: 404, message: `${message} ${hint ?? ""}` };
  }
  const resumed = await runs.begin(["resume", approval.thread, ...decision.words, "--json"]);
  if (resumed.begun) return { status: 200, message: "Decided. The run goes on." };
  return { status: 409, message: resumed.message };
}

async function changeTools(runs: CommandRuns, path: string, body: unknown): Promise<AnsweredChange> {
  const words = path === "/toolset" ? switchWords(body) : routeWords(body);
  if (!words) return unreadable;
  const ended = await runs.finish(["tools", ...words]);
  return { status: ended.ok ? 200 : 409, message: ended.message };
}

/** A name that cannot be taken for an option. */
const isName = (value: unknown): value is string => typeof value === "string" && /^[^\s-]\S*$/.test(value);

function switchWords(body: unknown): readonly string[] | undefined {
  if (!isPlainObject(body) || !isName(body["toolset"])) return undefined;
  const action = body["action"];
  if (action !== "enable" && action !== "disable") return undefined;
  return [action, body["toolset"], ...reasonOf(body)];
}

function routeWords(body: unknown): readonly string[] | undefined {
  if (!isPlainObject(body) || !isName(body["match"])) return undefined;
  const targets = typeof body["targets"] === "string" ? body["targets"].split(/\s+/).filter((word) => word !== "") : [];
  if (!targets.every(isName)) return undefined;
  return ["route", body["match"], ...(targets.length === 0 ? ["--clear"] : targets), ...reasonOf(body)];
}

function reasonOf({ reason }: Record<string, unknown>): readonly string[] {
  return typeof reason === "string" && reason.trim() !== "" ? [`--reason=${reason.trim()}`] : [];
}
