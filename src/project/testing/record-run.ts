import { isPlainObject } from "../../base/json.ts";
import type { ModelReply } from "../../model/model.ts";
import type { Rehearsal, RehearsalCall, RehearsalDecision, RehearsalTurn } from "../../model/rehearsal.ts";
import type { ApprovalRow, RunStore, TurnRow } from "../../store/run-store.ts";
import { runNotRecorded } from "../project-errors.ts";

/**
 * A run as a rehearsal that plays it again: its turns with the arguments as they were, what people decided, and what
 * came of it. Turns are tied to their nodes and to nothing else, so they play in the order in which they were made.
 *
 * @throws `RECORD_EMPTY` for a run in which no model was asked
 */
export async function recordRun(store: RunStore, run: string, file: string): Promise<Rehearsal> {
  const [row, turns] = [await store.run(run), await store.runTurns(run)];
  if (!row || turns.length === 0) throw runNotRecorded(run);
  const [calls, approvals] = [await store.runCalls(run), await store.approvals({ run })];
  const conformance = row.conformance ?? [];
  return {
    file,
    workflow: row.workflow,
    input: row.text ?? row.input,
    turns: turns.map(toTurn),
    decisions: approvals.flatMap(toDecision),
    faults: {},
    tools: {},
    expect: {
      ...(row.status !== "running" && { status: row.status }),
      answer: row.answer === undefined || row.answer === "" ? [] : [row.answer],
      calls: calls.map((call) => call.tool).filter((tool) => !tool.startsWith("node/")),
      never: [],
      refused: [],
      sop: { steps: {}, ...(conformance.length > 0 && { conforms: conformance.every((report) => report.conforms) }) },
      state: {},
    },
  };
}

function toTurn({ path, reply }: TurnRow, index: number): RehearsalTurn {
  const { text, calls } = reply as ModelReply;
  const node = isChoice(path, calls) ? path.slice(0, path.lastIndexOf("/")) : path;
  return {
    line: index + 1,
    node,
    // Nothing must be taken for a template.
    ...(text !== "" && { say: text.replaceAll("{{", "{ {") }),
    call: calls.map(toCall),
    times: 1,
  };
}

/** A choice is journalled beside the work of its node, and asked for in the node's name. */
function isChoice(path: string, calls: ModelReply["calls"]): boolean {
  const given = calls[0]?.arguments;
  return path.endsWith("/choice") && isPlainObject(given) && "choice" in given;
}

/** Arguments that could be taken for templates stand as text, which nothing is filled into. */
function toCall({ name, arguments: given, rawArguments }: ModelReply["calls"][number]): RehearsalCall {
  if (given === undefined) return { tool: name, with: {}, raw: rawArguments ?? "" };
  const text = JSON.stringify(given);
  if (!isPlainObject(given) || text.includes("{{")) return { tool: name, with: {}, raw: text };
  return { tool: name, with: given };
}

function toDecision(row: ApprovalRow, index: number): RehearsalDecision[] {
  const { decision, path, kind, details } = row;
  // The use of a grant is kept beside the decision that gave it; nobody was asked. A call that was in doubt is recorded
  // with the outcome that it came to.
  if (!decision || decision.identity === "deadline" || kind === "in-doubt" || row.id.startsWith("grant_")) return [];
  const tool = isPlainObject(details) && typeof details["tool"] === "string" ? details["tool"] : undefined;
  return [
    {
      line: index + 1,
      node: path,
      kind,
      ...(tool !== undefined && { tool }),
      approved: decision.approved,
      ...(typeof decision.answer === "string" && { answer: decision.answer }),
      by: decision.by,
      ...(decision.reason !== undefined && { reason: decision.reason }),
      times: 1,
    },
  ];
}
