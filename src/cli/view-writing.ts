import { showHidden } from "../base/show-hidden.ts";
import type { RunEvent } from "../trace/run-event.ts";
import type { ViewState } from "./view-state.ts";
import type { ViewStyle } from "./view-style.ts";
import { indent } from "./view-text.ts";

/** What is to be written, and what the view remembers after it. */
export interface Shown {
  readonly text: string;
  readonly state: ViewState;
}

/** Live, text is shown as it comes; otherwise it is kept until the node does something else, so that pieces make no difference. */
export function showText(event: Extract<RunEvent, { type: "text-delta" }>, state: ViewState, style: ViewStyle): Shown {
  const before = state.pending[event.node] ?? "";
  const next = { ...state, pending: { ...state.pending, [event.node]: before + event.text } };
  if (!style.live || (state.writing !== undefined && state.writing !== event.node)) return { text: "", state: next };
  const starts = state.writing === undefined;
  const text = starts ? event.text.trimStart() : event.text;
  if (text === "") return { text: "", state: next };
  return {
    text: (starts ? "  " : "") + showHidden(text).replaceAll("\n", "\n  "),
    state: { ...next, writing: event.node },
  };
}

/** Ends a line that is being written, and shows what a node has written and nobody has seen; without a node, what all have. */
export function flushText(node: string | undefined, state: ViewState): Shown {
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
    text += state.writing === name ? "\n" : `${indent(showHidden(written))}\n`;
  }
  return { text, state: { ...state, pending, lastText, writing: undefined } };
}
