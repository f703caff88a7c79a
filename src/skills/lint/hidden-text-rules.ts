import { nameCodePoints } from "../tag-characters.ts";
import type { Finding } from "./finding.ts";
import type { LintCheck, LintSubject } from "./lint-subject.ts";

/** Characters that a reader of the file does not see, or sees in another order than a model. */
export const hiddenTextRules: LintCheck = (subject) => [
  ...runs(subject, selectorRun).map(({ seen, offset }) => selectorFinding(subject, seen, offset)),
  ...runs(subject, bidiRun).map(({ seen, offset }) => bidiFinding(subject, seen, offset)),
  ...runs(subject, invisibleRun).map(({ seen, offset }) => invisibleFinding(subject, seen, offset)),
];

/** Two variation selectors in a row select nothing: each can carry a byte. */
function selectorFinding({ at }: LintSubject, seen: string, offset: number): Finding {
  const bytes = Array.from(seen, (letter) => {
    const code = letter.codePointAt(0)!;
    return code >= 0xe0100 ? code - 0xe0100 + 16 : code - 0xfe00;
  });
  const decoded = new TextDecoder().decode(Uint8Array.from(bytes)).replace(/[^\x20-\x7e\u00a0-\uffff]/g, "");
  return {
    code: "SKILL_HIDDEN_TEXT",
    message: `Invisible variation selectors (${nameCodePoints(seen)}) may say ${JSON.stringify(decoded)}.`,
    where: at(offset),
    fix: "Remove them, and find out who put them there.",
  };
}

function bidiFinding({ at, text }: LintSubject, seen: string, offset: number): Finding {
  const end = text.slice(offset).search(/[\r\n]|$/);
  const line = text.slice(offset, offset + Math.min(end, 60)).replace(allHidden, "");
  return {
    code: "SKILL_BIDI_CONTROL",
    message: `A control of writing direction (${nameCodePoints(seen)}) makes the line read otherwise than it is shown; without it follows: ${JSON.stringify(line)}.`,
    where: at(offset),
    fix: "Remove it; right-to-left scripts need none of these in plain text.",
  };
}

function invisibleFinding({ at }: LintSubject, seen: string, offset: number): Finding {
  const bits = Array.from(seen).filter((letter) => letter === "\u200b" || letter === "\u200c").length;
  const decoded = bits >= 8 ? decodeBits(seen) : "";
  const says = decoded === "" ? "" : `; read as bits they say ${JSON.stringify(decoded)}`;
  return {
    code: "SKILL_INVISIBLE_CHARACTER",
    message: `${Array.from(seen).length === 1 ? "A character" : `${Array.from(seen).length} characters`} that nobody sees (${nameCodePoints(seen)})${says}.`,
    where: at(offset),
    fix: "Remove them.",
  };
}

/** Zero-width space and non-joiner are what texts are hidden with most: 0 and 1, eight to a letter. */
function decodeBits(seen: string): string {
  const bits = Array.from(seen, (letter) => (letter === "\u200b" ? "0" : letter === "\u200c" ? "1" : "")).join("");
  const bytes = bits.match(/[01]{8}/g) ?? [];
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)));
  return /^[\x20-\x7e]+$/.test(text) ? text : "";
}

/** At most twenty of a kind: the first ones explain the others. */
function runs({ text }: LintSubject, pattern: RegExp): { readonly seen: string; readonly offset: number }[] {
  if (!notAscii.test(text)) return [];
  const found: { readonly seen: string; readonly offset: number }[] = [];
  for (const match of text.matchAll(pattern)) {
    if (match.index > 0 || match[0] !== "\uFEFF") found.push({ seen: match[0], offset: match.index });
    if (found.length === 20) break;
  }
  return found;
}

const notAscii = /[^\t\n\r\x20-\x7e]/;
const selectorRun = /[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]{2,}/gu;
const bidiRun = /[\u202a-\u202e\u2066-\u2069]+/g;
/** The joiners are letters of Indic and Arabic scripts and part of emoji: there they are seen. */
const invisibleRun =
  /(?:[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u180e\u200b\u200e\u200f\u2060-\u2064\ufeff]|(?<![\p{Script=Arabic}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Malayalam}\p{Script=Kannada}\p{Script=Sinhala}\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])[\u200c\u200d])+/gu;
const allHidden = /[\u202a-\u202e\u2066-\u2069\u200b-\u200f\u2060-\u2064\ufeff]/g;
