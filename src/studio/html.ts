import { showHidden } from "../base/show-hidden.ts";

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
  return showHidden(text.toWellFormed()).replace(/[&<>"']/g, (character) => entities[character]!);
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
