/** One thing that was thrown, without its stack. */
export interface ThrownCause {
  /** The error's name: `TypeError`; what it was where it is no error: `a text`. */
  readonly name: string;
  /** The first line of its message. */
  readonly message: string;
  /** Its code, where it has one: `ECONNREFUSED`. */
  readonly code?: string;
}

/**
 * What a tool threw, for whoever writes the tool: told while debugging only, and never to a model. Secrets are replaced.
 */
export interface ThrownSummary extends ThrownCause {
  /** The first place in the project that its stack names, from the project's folder: `tools/desk.ts:20:11`. */
  readonly at?: string;
  /** What led to it, nearest first; at most five. */
  readonly causes?: readonly ThrownCause[];
}

/** A summary in lines: the error with its place, then each cause. */
export function thrownLines({ at, causes = [], ...thrown }: ThrownSummary): readonly string[] {
  const place = at === undefined ? "" : `, at ${at}`;
  return [`${causeWords(thrown)}${place}`, ...causes.map((cause) => `caused by ${causeWords(cause)}`)];
}

function causeWords({ name, message, code }: ThrownCause): string {
  const named = code === undefined ? name : `${name} ${code}`;
  return message === "" ? named : `${named}: ${message}`;
}
