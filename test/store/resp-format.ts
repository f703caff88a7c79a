/** What a server answers, before it is written in RESP3. */
export type Reply =
  | string
  | number
  | { readonly simple: string }
  | { readonly error: string }
  | { readonly push: readonly (string | number)[] }
  | { readonly set: readonly string[] }
  | { readonly map: Readonly<Record<string, string | number>> };

/** An answer in RESP3. */
export function writeReply(reply: Reply): string {
  if (typeof reply === "string") return `$${Buffer.byteLength(reply)}\r\n${reply}\r\n`;
  if (typeof reply === "number") return `:${reply}\r\n`;
  if ("simple" in reply) return `+${reply.simple}\r\n`;
  if ("error" in reply) return `-${reply.error}\r\n`;
  if ("push" in reply) return `>${reply.push.length}\r\n${reply.push.map(writeReply).join("")}`;
  if ("set" in reply) return `~${reply.set.length}\r\n${reply.set.map(writeReply).join("")}`;
  const pairs = Object.entries(reply.map);
  return `%${pairs.length}\r\n${pairs.map(([key, value]) => writeReply(key) + writeReply(value)).join("")}`;
}

/** The whole commands in a text of ASCII, each a list of words, and what is left behind the last of them. */
export function parseCommands(text: string): { readonly commands: readonly string[][]; readonly left: string } {
  const commands: string[][] = [];
  let left = text;
  for (;;) {
    const found = parseCommand(left);
    if (found === undefined) return { commands, left };
    commands.push(found.words);
    left = left.slice(found.length);
  }
}

function parseCommand(text: string): { readonly words: string[]; readonly length: number } | undefined {
  const head = /^\*(\d+)\r\n/.exec(text);
  if (head === null) return undefined;
  const words: string[] = [];
  let at = head[0].length;
  for (let count = Number(head[1]); count > 0; count -= 1) {
    const size = /^\$(\d+)\r\n/.exec(text.slice(at));
    if (size === null) return undefined;
    const start = at + size[0].length;
    const end = start + Number(size[1]);
    if (text.length < end + 2) return undefined;
    words.push(text.slice(start, end));
    at = end + 2;
  }
  return { words, length: at };
}
