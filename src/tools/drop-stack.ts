const named = String.raw`(?:async )?(?:new )?[^\s()]{1,200}(?: [^\s()]{1,200})?(?: \[as [^\]\n]{1,100}\])? \((?:[^()\n]{0,400}:\d+|native|<anonymous>|index \d+)\)`;
const plain = String.raw`(?:async )?\(?(?:file:\/\/|node:|webpack|\/|[A-Za-z]:[\\/]|eval )[^\s)]{0,400}?:\d+(?::\d+)?\)?|<anonymous>`;

/** A line of a stack, on its own line, in the midst of a text, or after a line break that was escaped. */
const frames = new RegExp(String.raw`(?:\\r|\\n|\\t|\s){1,60}at (?:${named}|${plain})`, "g");
/** As Python and Java write them. */
const pythonFrames =
  /(?:\s|\\n){1,60}(?:Traceback \(most recent call last\):|File \\?"[^"\n]{1,400}", line \d+(?:, in [^\s\\]+(?:\n {4,}[^\n]*)?)?)/g;
const javaFrames = /(?:\\n|\\t|\s){1,60}at [\w.$<>/]{1,300}\([\w$]{1,100}\.(?:java|kt|scala|cs)(?::\d+)?\)/g;

/** A text of an error without the lines of a stack in it. */
export function dropStack(text: string): string {
  const lines = ` ${text}`;
  return lines.replace(frames, "").replace(javaFrames, "").replace(pythonFrames, "").trim();
}
