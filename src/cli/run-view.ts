import { formatDuration } from "../base/duration.ts";
import type { RunEvent } from "../trace/run-event.ts";
import type { Paint } from "./paint.ts";
import { approvalLines, decisionLine } from "./view-approval.ts";
import { callLines } from "./view-call.ts";
import { runEndLines, runStartLines } from "./view-run.ts";
import { indent } from "./view-text.ts";

/** How a run is shown. */
export interface ViewStyle {
  readonly paint: Paint;
  /** True where a person watches: durations are shown, and text appears as it is written. Without it equal runs give equal text. */
  readonly live: boolean;
  /** The rehearsal plays the people's decisions too. */
  readonly playsDecisions: boolean;
}

/** What the view remembers between two events. */
export interface ViewState {
  /** Text of each node that is not shown yet, by node. */
  readonly pending: Readonly<Record<string, string>>;
  /** The node whose unfinished line the cursor stands in. */
  readonly writing: string | undefined;
  /** The last whole text that was shown: an answer that repeats it is not shown again. */
  readonly lastText: string;
  /** True after the header: a run that goes on within one view gets no second one. */
  readonly started: boolean;
  /** The node visit under whose heading the text stands. */
  readonly heading: string;
  /** Skills whose loading was shown, with node and hash. */
  readonly loaded: readonly string[];
  /** The calls of the current turn, by call id. */
  readonly calls: Readonly<Record<string, { readonly tool: string; readonly input: unknown; readonly insteadOf?: string }>>;
}

/** Where a view starts. */
export const emptyView: ViewState = { pending: {}, writing: undefined, lastText: "", started: false, heading: "", loaded: [], calls: {} };

/** What an event adds to the text, and what the view remembers after it. A pure function. */
export function viewEvent(event: RunEvent, state: ViewState, style: ViewStyle): { readonly text: string; readonly state: ViewState } {
  if (event.type === "text-delta") return viewText(event, state, style);
  const flushed = event.type === "tool-attempt" ? { text: "", state } : flushText("node" in event ? event.node : undefined, state, style);
  const lines = eventLines(event, flushed.state, style);
  const text = lines.map((line) => `${line}\n`).join("");
  return { text: flushed.text + text, state: remember(event, flushed.state) };
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
      return [`  ${paint("faint", "skill")} ${event.skill} ${paint("faint", `${event.hash.slice(0, 8)}, ${event.steps === 1 ? "1 step" : `${event.steps} steps`}`)}`];
    case "route":
      return [`  ${paint("faint", "route")} ${event.choice} ${paint("faint", `chosen by ${event.by}`)}`];
    case "tool-result":
      return callLines(event, state.calls[event.callId], style);
    case "sop-step":
      return event.status === "done" ? [] : [`  ${paint("careful", `- step ${event.step} ${event.status}`)}: ${event.text}`];
    case "notice":
      return [`  ${paint(event.level === "warning" ? "careful" : "faint", `! ${event.message}`)}`];
    case "approval-request":
      return approvalLines(event.approval, paint);
    case "approval-decision":
      return [decisionLine(event, paint)];
    case "node-end":
      return nodeEndLines(event, style);
    case "run-end":
      return runEndLines(event, state.lastText, style);
    case "turn":
    case "tool-call":
    case "tool-attempt":
    case "text-delta":
      return [];
  }
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
    const call = { tool: event.tool, input: event.input, ...(original && { insteadOf: original.tool }) };
    return { ...state, calls: { ...state.calls, [event.callId]: call } };
  }
  // A call that failed is still needed while its fallbacks are tried; they begin before the next turn.
  return event.type === "turn" || event.type === "node-end" ? { ...state, calls: {} } : state;
}

/** Live, text is shown as it comes; otherwise it is kept until the node does something else, so that pieces make no difference. */
function viewText(event: Extract<RunEvent, { type: "text-delta" }>, state: ViewState, style: ViewStyle): { readonly text: string; readonly state: ViewState } {
  const before = state.pending[event.node] ?? "";
  const next = { ...state, pending: { ...state.pending, [event.node]: before + event.text } };
  if (!style.live || (state.writing !== undefined && state.writing !== event.node)) return { text: "", state: next };
  const starts = state.writing === undefined;
  const text = starts ? event.text.trimStart() : event.text;
  if (text === "") return { text: "", state: next };
  return { text: (starts ? "  " : "") + text.replaceAll("\n", "\n  "), state: { ...next, writing: event.node } };
}

/** Ends a line that is being written, and shows what a node has written and nobody has seen. */
function flushText(node: string | undefined, state: ViewState, style: ViewStyle): { readonly text: string; readonly state: ViewState } {
  const nodes = node === undefined ? Object.keys(state.pending) : [node];
  const interrupted = state.writing !== undefined && !nodes.includes(state.writing) ? [state.writing] : [];
  let text = "";
  let { lastText } = state;
  const pending = { ...state.pending };
  for (const name of [...interrupted, ...nodes]) {
    const written = pending[name]?.trim();
    delete pending[name];
    if (!written) continue;
    lastText = written;
    text += state.writing === name ? "\n" : `${indent(written)}\n`;
  }
  return { text, state: { ...state, pending, lastText, writing: undefined } };
}
