/**
 * What touching a tool brings into a run. `untrusted`: text that strangers wrote; `private`: data that must not get
 * out; `outward`: an effect that others can see.
 */
export type ToolLabel = "untrusted" | "private" | "outward";

/** All labels. A run that has met two of them is asked about before it meets the third. */
export const toolLabels: readonly ToolLabel[] = ["untrusted", "private", "outward"];

/** What a run has met so far. */
export interface Taint {
  has(label: ToolLabel): boolean;
  add(labels: readonly ToolLabel[]): void;
}

/** Makes the taint of a run, with what it has met before. */
export function createTaint(met: Iterable<ToolLabel> = []): Taint {
  const labels = new Set(met);
  return {
    has: (label) => labels.has(label),
    add: (more) => {
      for (const label of more) labels.add(label);
    },
  };
}

/**
 * True when a call would bring untrusted text, private data and an outward effect together: by the label it adds, or,
 * where all have been met, by an effect that gets out.
 */
export function completesTaint(taint: Taint, labels: readonly ToolLabel[]): boolean {
  if (labels.length === 0) return false;
  const missing = toolLabels.filter((label) => !taint.has(label));
  return missing.length === 0 ? labels.includes("outward") : missing.every((label) => labels.includes(label));
}
