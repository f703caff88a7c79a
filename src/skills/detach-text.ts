/**
 * The same text in memory of its own. A piece of a longer text keeps the whole of it alive; where thousands of pieces
 * are kept, that is what the memory goes to.
 */
export function detachText(text: string): string {
  // One byte a character where that is enough.
  const narrow = Buffer.from(text, "latin1").toString("latin1");
  return narrow === text ? narrow : Buffer.from(text, "utf16le").toString("utf16le");
}
