import { codeSpans } from "./code-spans.ts";

/**
 * The text with code spans and addresses blanked out, at the same length: what is left are the author's own words, and
 * offsets stay what they were.
 */
export function maskCode(text: string): string {
  if (!mayHoldCode.test(text)) return text;
  let words = "";
  for (const span of codeSpans(text)) {
    words += text.slice(words.length, span.start);
    words += " ".repeat(span.end - span.start);
  }
  words += text.slice(words.length);
  return words.replace(address, (part) => " ".repeat(part.length));
}

const mayHoldCode = /[`<]|:\/\/|\]\(/;
const address = /\bhttps?:\/\/[^\s)>，。；]+|\]\([^()\s]*\)|<[^<>\s]+>/g;
