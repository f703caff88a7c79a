import { isUtf8 } from "node:buffer";

/** Text, or why bytes are none. A byte order mark stays, so that the text stands for the very same bytes. */
export type DecodedText = { readonly text: string } | { readonly fault: string; readonly textBefore: string };

/** Decodes UTF-8 strictly. `partial` allows the bytes to end inside a character. */
export function decodeText(bytes: Buffer, partial = false): DecodedText {
  if (isUtf8(bytes)) return { text: bytes.toString("utf8") };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes, { stream: partial }) };
  } catch {
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const lenient = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
    const fault = utf16 ? "UTF-16 text" : "bytes that are not UTF-8";
    return { fault, textBefore: lenient.slice(0, Math.max(0, lenient.indexOf("\uFFFD"))) };
  }
}
