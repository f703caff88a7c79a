import { chaosSecret } from "./inject-faults.ts";

/** What was seen of a drill. */
export interface Observed {
  /** Texts that went to the model. */
  readonly told: readonly string[];
  /** Whatever else is kept: outcomes, journal, audit, trace. */
  readonly kept: unknown;
  readonly hung: boolean;
  readonly doubled: readonly string[];
}

/** What must never happen, and did. */
export function judgeDrill({ told, kept, hung, doubled }: Observed): string[] {
  const everything = JSON.stringify([told, kept]) ?? "";
  return [
    ...(hung ? ["a hang: the call did not come back after its deadline"] : []),
    ...(told.some(hasStack) ? ["a stack was shown to the model"] : []),
    ...(everything.includes(chaosSecret) ? ["a secret got out of the tool"] : []),
    ...doubled.map((effects) => `a second effect: ${effects}`),
  ];
}

function hasStack(text: string): boolean {
  return /^\s+at .+:\d+:\d+\)?$/m.test(text) || text.includes("node:internal");
}
