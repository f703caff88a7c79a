/** A notice before it becomes a message. */
export interface Notice {
  readonly from: string;
  readonly to: readonly string[];
  readonly subject: string;
  readonly text: string;
  /** Without angle brackets. */
  readonly messageId: string;
  readonly date: Date;
}

/**
 * A notice as an RFC 5322 message in UTF-8. One recipient stands under `To`; several stand under `Bcc`, so that they do
 * not learn each other's addresses.
 */
export function toEml({ from, to, subject, text, messageId, date }: Notice): string {
  const recipients =
    to.length === 1 ? [`To: ${to.join("")}`] : ["To: undisclosed-recipients:;", `Bcc: ${to.join(",\r\n ")}`];
  const headers = [
    `Date: ${date.toUTCString().replace("GMT", "+0000")}`,
    `From: ${from}`,
    ...recipients,
    `Subject: ${encodeHeader(subject)}`,
    `Message-ID: <${messageId}>`,
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
  ];
  const lines = text.split(/\r\n|\r|\n/).join("\r\n");
  const body = Buffer.from(lines).toString("base64").replace(/.{76}/g, "$&\r\n");
  return `${headers.join("\r\n")}\r\n\r\n${body}\r\n`;
}

/** UTF-8 bytes of one encoded word: its line, header name included, may hold 76 characters. */
const maxWordBytes = 39;

/** Short plain ASCII as it is, anything else as RFC 2047 encoded words; no character is split between two. */
function encodeHeader(value: string): string {
  if (/^[ -~]{0,66}$/.test(value) && !value.includes("=?")) return value;
  const words: string[] = [];
  let word = "";
  for (const character of value) {
    if (word !== "" && Buffer.byteLength(word + character) > maxWordBytes) {
      words.push(word);
      word = "";
    }
    word += character;
  }
  return [...words, word].map((part) => `=?UTF-8?B?${Buffer.from(part).toString("base64")}?=`).join("\r\n ");
}
