import type { CallToolResult } from "@modelcontextprotocol/server";
import { isPlainObject, type JsonObject, safeStringify } from "../../base/json.ts";
import { toShellWord } from "../../base/shell-word.ts";
import { cleanText } from "../../tools/clean-text.ts";
import { toPlainJson } from "../../tools/plain-json.ts";
import type { ApprovalView } from "../../trace/run-event.ts";
import type { RunResult } from "../../workflow/run-result.ts";
import { hidePaths } from "./hide-paths.ts";
import { RESUME_TOOL } from "./workflow-tools.ts";

/** How a client may answer what a run waits for. */
export type AnswerWay = "asked" | "arguments" | "elsewhere";

/** How a run stands, as text and as data. */
export function toRunAnswer(result: RunResult<Readonly<Record<string, unknown>>>, way: AnswerWay): CallToolResult {
  const { status, thread, run } = result;
  const hasAnswer = (status === "completed" || status === "degraded") && result.answer !== undefined;
  const isEnd = status === "completed" || status === "degraded";
  const data: JsonObject = {
    status,
    thread,
    run,
    ...(hasAnswer && { answer: result.answer }),
    ...(isEnd && { state: stateOf(result.state) }),
    ...(status === "degraded" && { reasons: result.reasons }),
    ...(status === "waiting" && { questions: result.approvals.map(toQuestion) }),
  };
  return {
    content: [{ type: "text", text: cleanText(textOf(result, way)) }],
    structuredContent: { ...data },
    ...((status === "failed" || status === "cancelled") && { isError: true }),
  };
}

function stateOf(state: Readonly<Record<string, unknown>>): JsonObject {
  const plain = toPlainJson(state);
  return isPlainObject(plain) ? plain : {};
}

function textOf(result: RunResult<Readonly<Record<string, unknown>>>, way: AnswerWay): string {
  const { thread } = result;
  switch (result.status) {
    case "completed":
      return result.answer ?? safeStringify(result.state);
    case "degraded":
      return `${result.answer ?? safeStringify(result.state)}\nNot everything was done: ${result.reasons.join(" ")}`;
    case "waiting":
      return waitingText(thread, result.approvals, way);
    case "failed":
      return hidePaths(
        `The run failed: ${result.error.message} (${result.error.code}). What was done is kept; ${RESUME_TOOL} with ${threadOf(thread)} tries to go on.`,
      );
    case "cancelled":
      return `The run on thread "${thread}" was cancelled.`;
    case "running":
      return `The run on thread "${thread}" is being worked on, or was stopped in the middle. Ask again later with ${RESUME_TOOL} and ${threadOf(thread)}.`;
    default:
      return result satisfies never;
  }
}

function waitingText(thread: string, approvals: readonly ApprovalView[], way: AnswerWay): string {
  const questions = approvals.map(
    ({ id, kind, title, details, to }) =>
      `- ${id} (${kind}${to === undefined ? "" : `, for ${to}`}): ${title}${details === undefined ? "" : ` ${safeStringify(details)}`}`,
  );
  return [
    "The run waits for a person. Nothing more happens before they have decided:",
    ...questions,
    howToAnswer(thread, approvals, way),
  ].join("\n");
}

function howToAnswer(thread: string, approvals: readonly ApprovalView[], way: AnswerWay): string {
  const there = `\`npx sopwith resume ${toShellWord(thread)}\` where this server runs`;
  if (way === "asked") return `${RESUME_TOOL} with ${threadOf(thread)} asks them again; so does ${there}.`;
  if (way === "elsewhere")
    return `They decide with ${there}, not through you; then ${RESUME_TOOL} with ${threadOf(thread)} gives the answer.`;
  const example = { thread, decisions: Object.fromEntries(approvals.map(({ id, kind }) => [id, exampleOf(kind)])) };
  return `Put it before them. When they have decided, call ${RESUME_TOOL}, with their words in place of these: ${JSON.stringify(example)}. They can also decide with ${there}.`;
}

function exampleOf(kind: ApprovalView["kind"]): JsonObject {
  if (kind === "question") return { approved: true, answer: "<their answer>" };
  if (kind === "in-doubt") return { approved: true, answer: { outcome: "<happened, not-happened or again>" } };
  return { approved: "<true or false>", reason: "<why>" };
}

function threadOf(thread: string): string {
  return JSON.stringify({ thread });
}

function toQuestion({ id, kind, title, details, to, deadline }: ApprovalView): JsonObject {
  return {
    id,
    kind,
    title,
    ...(details !== undefined && { details }),
    ...(to !== undefined && { to }),
    ...(deadline !== undefined && { deadline }),
  };
}
