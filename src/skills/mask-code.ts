/**
 * The text with code spans and addresses blanked out, at the same length: what is left are the author's own words, and
 * offsets stay what they were.
 */
export function maskCode(text: string): string {
  return text.replace(codeOrAddress, (part) => " ".repeat(part.length));
}

const codeOrAddress = /(`+)(?!`)[^]*?[^`]\1(?!`)|\bhttps?:\/\/[^\s)>，。；]+|\]\([^)\s]*\)|<[^<>\s]+>/g;
