import type { StepView } from "../trace/run-event.ts";

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
  /** The node visit, as `node#visit`, under whose heading the text stands. */
  readonly heading: string;
  /** Skills whose loading was shown, with node and hash. */
  readonly loaded: readonly string[];
  /** The calls of each node's current turn, by call id. */
  readonly calls: Readonly<Record<string, ViewCall>>;
  /** What became of the steps of each node's SOP, by node, until the node's end is shown. */
  readonly conformance: Readonly<Record<string, readonly StepView[]>>;
}

/** A call that was begun. */
export interface ViewCall {
  readonly node: string;
  readonly tool: string;
  readonly input: unknown;
  /** The tool whose work it does in its place. */
  readonly insteadOf?: string;
  /** Ids of the steps it did. */
  readonly steps?: readonly string[];
}

/** Where a view starts. */
export const emptyView: ViewState = {
  pending: {},
  writing: undefined,
  lastText: "",
  started: false,
  heading: "",
  loaded: [],
  calls: {},
  conformance: {},
};
