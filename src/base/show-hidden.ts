/**
 * A foreign text for somebody who decides by it: characters that hide or turn what is read, or that a terminal would obey,
 * are written as their numbers, `\u{202e}`. Tabs, line ends and what scripts and emoji need stay as they are.
 */
export function showHidden(text: string): string {
  return text.replace(hidden, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/**
 * Controls but tab and line ends, directions, fillers that look like blanks, tags, and characters without width that no
 * script needs. A variant selector belongs to the ideograph before it, and says something hidden anywhere else.
 */
const hidden =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u061C\u115F\u1160\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\u3164\uFEFF\uFFA0\u{E0000}-\u{E007F}]|\r(?!\n)|(?<!\p{Ideographic})[\u{E0100}-\u{E01EF}]/gu;
