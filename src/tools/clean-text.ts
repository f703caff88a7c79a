/** Terminal commands: colours, cursor moves, window titles. */
const terminalCommands = /\u001B(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001B]*(?:\u0007|\u001B\\)?|[@-_])/g;
/** Control characters but tab and line ends. */
const controls = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F]/g;
/** Line ends other than a line feed: a terminal would write over the line, or a reader take it for one line. */
const lineEnds = /\r\n?|[\u2028\u2029]/g;
/** Characters that turn or hide text: directions, tags, joiners that no script needs. */
const hidden = /[\u200B\u2060-\u2064\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;

/**
 * A tool's text as a model may read it: without terminal commands and hidden characters; control characters and broken
 * halves of characters become U+FFFD, and every line end a line feed.
 */
export function cleanText(text: string): string {
  if (isPlain.test(text)) return text;
  const plain = text.toWellFormed();
  // Most texts need nothing, and one look costs less than four replacements.
  if (!suspicious.test(plain)) return plain;
  return plain.replace(terminalCommands, "").replace(lineEnds, "\n").replace(controls, "\uFFFD").replace(hidden, "");
}

const isPlain = /^[\t\n -~]*$/;
const suspicious =
  /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u2028\u2029\u2060-\u2064\u202A-\u202E\u2066-\u2069\uFEFF\u{E0000}-\u{E007F}]/u;
