/** Text that is HTML already. Nothing else is put into a page as it is. */
export class Html {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}

/** What may stand in a template: HTML, texts and numbers, which are escaped, lists of them, and nothing. */
export type HtmlPart = Html | string | number | undefined | false | readonly HtmlPart[];

/** A piece of a page. Whatever is put in that is no {@link Html} is escaped, for text and for quoted attributes. */
export function html(texts: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return new Html(texts.map((text, index) => text + toText(parts[index])).join(""));
}

function toText(part: HtmlPart): string {
  if (part === undefined || part === false) return "";
  if (part instanceof Html) return part.toString();
  if (typeof part === "object") return part.map(toText).join("");
  return escapeHtml(String(part));
}

/**
 * A foreign text that stands in a page as text. Characters that hide or turn what is read are shown by their numbers:
 * whoever decides on a call reads what is there.
 */
function escapeHtml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[&<>"']/g, (character) => entities[character]!)
    .replace(unseen, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Controls but tab and line ends, directions, tags, and characters without width that no script needs. */
const unseen =
  /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F-\u009F\u00AD\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\u{E0000}-\u{E007F}]/gu;
