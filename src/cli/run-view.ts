import { formatDuration } from "../base/duration.ts";
import { showHidden } from "../base/show-hidden.ts";
import type { RunEvent } from "../trace/run-event.ts";
import { approvalLines, decisionLine } from "./view-approval.ts";
import { attemptLines, callLines, lateLine } from "./view-call.ts";
import { runEndLines, runStartLines } from "./view-run.ts";
import { conformanceLines, skippedLines } from "./view-steps.ts";
import type { ViewState } from "./view-state.ts";
import type { ViewStyle } from "./view-style.ts";
import { flushText, showText, type Shown } from "./view-writing.ts";
import { countOf } from "./view-text.ts";

/** What an event adds to the text, and what the view remembers after it. A pure function. */
export function viewEvent(event: RunEvent, state: ViewState, style: ViewStyle): Shown {
  const shown = event.type === "text-delta" ? showText(event, state, style) : showEvent(event, state, style);
  const heading = shown.text === "" ? undefined : missingHeading(event, state);
  if (heading === undefined) return shown;
  const text = `\n${style.paint("strong", heading)}${style.paint("faint", " goes on")}\n${shown.text}`;
  return { text, state: { ...shown.state, heading: `${heading}#` } };
}

function showEvent(event: RunEvent, state: ViewState, style: ViewStyle): Shown {
  // What is no line of its own need not end one that is being written.
  if (event.type === "tool-progress" || (event.type === "tool-attempt" && event.thrown === undefined))
    return { text: "", state };
  const flushed = flushText("node" in event ? event.node : undefined, state);
  const lines = eventLines(event, flushed.state, style).map((line) => `${line}\n`);
  return { text: [flushed.text, ...lines].join(""), state: remember(event, flushed.state) };
}

/** Nodes that run side by side take turns; what one of them does stands under its own name. */
function missingHeading(event: RunEvent, state: ViewState): string | undefined {
  if (!("node" in event) || event.node === undefined) return undefined;
  if (event.type === "node-start" || event.type === "approval-decision") return undefined;
  return state.heading.startsWith(`${event.node}#`) ? undefined : event.node;
}

function eventLines(event: RunEvent, state: ViewState, style: ViewStyle): string[] {
  const { paint } = style;
  switch (event.type) {
    case "run-start":
      return state.started ? [] : runStartLines(event, style);
    case "node-start": {
      if (state.heading === visitOf(event)) return [];
      const visit = event.visit > 1 ? `, visit ${event.visit}` : "";
      return ["", paint("strong", event.node) + paint("faint", ` ${event.kind}${visit}`)];
    }
    case "skill-load":
      if (state.loaded.includes(loadOf(event))) return [];
      return [
        `  ${paint("faint", "skill")} ${event.skill} ${paint("faint", `${event.hash.slice(0, 8)}, ${countOf(event.steps, "step")}`)}`,
      ];
    case "route":
      return [`  ${paint("faint", "route")} ${event.choice} ${paint("faint", `chosen by ${event.by}`)}`];
    case "tool-result":
      return callLines(event, state.calls[event.callId], style);
    case "tool-attempt":
      return attemptLines(event, style);
    case "tool-late":
      return [lateLine(event, style)];
    case "sop-step":
      return skippedLines(event, style);
    case "notice":
      return [`  ${paint(event.level === "warning" ? "careful" : "faint", `! ${showHidden(event.message)}`)}`];
    case "approval-request":
      return approvalLines(event.approval, paint);
    case "approval-decision":
      return [decisionLine(event, paint)];
    case "node-end":
      return event.status === "waiting"
        ? []
        : [...conformanceLines(state.conformance[event.node] ?? [], style), ...nodeEndLines(event, style)];
    case "run-end":
      return runEndLines(event, state.lastText, style);
    case "conformance":
    case "turn":
    case "tool-call":
    case "tool-progress":
    case "text-delta":
      break;
  }
  return [];
}

type NodeEnd = Extract<RunEvent, { type: "node-end" }>;

function nodeEndLines(event: NodeEnd, { paint, live }: ViewStyle): string[] {
  const tones = { completed: "good", degraded: "careful", failed: "bad" } as const;
  if (event.status === "waiting") return [];
  const took = live ? paint("faint", ` ${formatDuration(event.durationMs)}`) : "";
  const note = event.note === undefined ? "" : `: ${event.note}`;
  return [`  ${paint(tones[event.status], event.status)}${took}${note}`];
}

function visitOf({ node, visit }: { readonly node: string; readonly visit: number }): string {
  return `${node}#${visit}`;
}

function loadOf({ node, skill, hash }: Extract<RunEvent, { type: "skill-load" }>): string {
  return `${node}#${skill}#${hash}`;
}

function remember(event: RunEvent, state: ViewState): ViewState {
  if (event.type === "run-start") return { ...state, started: true };
  if (event.type === "node-start") return { ...state, heading: visitOf(event) };
  if (event.type === "skill-load") return { ...state, loaded: [...state.loaded, loadOf(event)] };
  if (event.type === "tool-call") {
    const original = event.fallbackOf === undefined ? undefined : state.calls[event.fallbackOf];
    const { node, tool, input, callId } = event;
    const call = { node, tool, input, ...(original && { insteadOf: original.tool }) };
    return { ...state, calls: { ...state.calls, [callId]: call } };
  }
  if (event.type === "sop-step") return rememberStep(event, state);
  if (event.type === "conformance")
    return { ...state, conformance: { ...state.conformance, [event.node]: event.steps } };
  if (event.type === "node-end") return forgetNode(event.node, state);
  return event.type === "turn" ? forgetCalls(event.node, state) : state;
}

/** The line of a call that ended says which step it did. */
function rememberStep(event: Extract<RunEvent, { type: "sop-step" }>, state: ViewState): ViewState {
  const call = state.calls[event.callId];
  if (event.status !== "done" || !call) return state;
  const steps = [...(call.steps ?? []), event.step];
  return { ...state, calls: { ...state.calls, [event.callId]: { ...call, steps } } };
}

function forgetNode(node: string, state: ViewState): ViewState {
  const { [node]: _ended, ...conformance } = state.conformance;
  return { ...forgetCalls(node, state), conformance };
}

/** A call that failed is still needed while its fallbacks are tried; they begin before the node's next turn. */
function forgetCalls(node: string, state: ViewState): ViewState {
  return { ...state, calls: Object.fromEntries(Object.entries(state.calls).filter(([, call]) => call.node !== node)) };
}
