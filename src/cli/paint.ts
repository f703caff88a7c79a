import { styleText } from "node:util";

/** What a piece of text means; how it looks follows from it. */
export type Tone = "strong" | "faint" | "good" | "bad" | "careful" | "name";

/** Colours a text by its meaning, or leaves it as it is. */
export type Paint = (tone: Tone, text: string) => string;

const STYLES = {
  strong: "bold",
  faint: "dim",
  good: "green",
  bad: "red",
  careful: "yellow",
  name: "cyan",
} as const;

/** A paint for a terminal with colours, or for none. */
export function createPaint(colour: boolean): Paint {
  if (!colour) return (_tone, text) => text;
  return (tone, text) => styleText(STYLES[tone], text, { validateStream: false });
}
