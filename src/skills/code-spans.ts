/** A code span of a Markdown text. */
export interface CodeSpan {
  /** What stands between the backticks. */
  readonly content: string;
  /** Offsets of the whole span, backticks included. */
  readonly start: number;
  readonly end: number;
}

/** The code spans of a text in order: a run of backticks up to the next run of the same length. Linear in the text. */
export function codeSpans(text: string): CodeSpan[] {
  if (!text.includes("`")) return [];
  const runs = [...text.matchAll(/`+/g)].map((match) => ({ start: match.index, length: match[0].length }));
  const nextOfLength = new Map<number, number>();
  const partner: (number | undefined)[] = [];
  for (let index = runs.length - 1; index >= 0; index -= 1) {
    partner[index] = nextOfLength.get(runs[index]!.length);
    nextOfLength.set(runs[index]!.length, index);
  }
  const spans: CodeSpan[] = [];
  for (let index = 0; index < runs.length; index += 1) {
    const closing = partner[index];
    if (closing === undefined) continue;
    const { start, length } = runs[index]!;
    const contentEnd = runs[closing]!.start;
    spans.push({ content: text.slice(start + length, contentEnd), start, end: contentEnd + length });
    index = closing;
  }
  return spans;
}
