/** A text in which nothing is invisible and nothing moves a terminal's cursor: such characters are written as `\u{200b}`. */
export function visibleText(text: string): string {
  return text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, (letter) => `\\u{${letter.codePointAt(0)!.toString(16)}}`);
}
