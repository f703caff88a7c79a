import { cleanText } from "../../tools/clean-text.ts";

/** The last lines of an endless text, such as a server's stderr. Takes no more room than `lines` × `width` characters. */
export interface TextTail {
  push(text: string): void;
  /** Cleaned; the line that is not ended yet comes last. */
  lines(): readonly string[];
}

/** @param lines how many are kept @param width characters of each that are kept */
export function createTextTail({
  lines = 20,
  width = 500,
}: { readonly lines?: number; readonly width?: number } = {}): TextTail {
  let kept: string[] = [];
  let open = "";
  return {
    push(text) {
      const parts = (open + text).split("\n");
      open = parts.pop()!.slice(0, width);
      if (parts.length > 0) kept = [...kept, ...parts.slice(-lines).map((line) => line.slice(0, width))].slice(-lines);
    },
    lines() {
      return [...kept, open]
        .flatMap((line) => cleanText(line).split("\n"))
        .map((line) => line.trimEnd())
        .filter((line) => line !== "")
        .slice(-lines);
    },
  };
}
