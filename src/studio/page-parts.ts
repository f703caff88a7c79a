import { safeStringify } from "../base/json.ts";
import { type Html, html, type HtmlPart } from "./html.ts";

/** A value longer than this many characters is cut; the store has all of it. */
const longestValue = 20_000;
/** What fits on a line is not folded away. */
const shortValue = 90;

/** A link to another view of the page. */
export function viewLink(view: string, query: Readonly<Record<string, string | undefined>>, text: HtmlPart): Html {
  return html`<a href="#/${viewPath(view, query)}">${text}</a>`;
}

/** `run?thread=case-7&run=2`: how a view is named in the page's address and asked for. */
function viewPath(view: string, query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? view : `${view}?${new URLSearchParams(given).toString()}`;
}

/** A moment to the second, UTC, without the date where that is today's. */
export function timeOf(iso: string | undefined, now: Date = new Date()): HtmlPart {
  if (iso === undefined) return undefined;
  const [day = "", time = ""] = iso.slice(0, 19).split("T");
  const isToday = day === now.toISOString().slice(0, 10);
  return html`<time datetime="${iso}" title="${iso}">${isToday ? time : `${day} ${time}`}</time>`;
}

/** How something stands, in its colour and in words. */
export function statusMark(status: string): Html {
  return html`<span class="status ${tones[status] ?? "plain"}">${status.replaceAll("_", " ")}</span>`;
}

const tones: Readonly<Record<string, string>> = {
  ok: "good",
  completed: "good",
  done: "good",
  on: "good",
  conforms: "good",
  approved: "good",
  running: "busy",
  "under way": "busy",
  waiting: "careful",
  needs_confirmation: "careful",
  degraded: "careful",
  skipped: "careful",
  "not there": "careful",
  "not available": "careful",
  "breaker open": "bad",
  in_doubt: "bad",
  invalid: "careful",
  denied: "careful",
  failed: "bad",
  timeout: "bad",
  unavailable: "bad",
  missing: "bad",
  "out-of-order": "bad",
  forbidden: "bad",
  rejected: "bad",
  "does not conform": "bad",
};

/** A value as text or JSON: on one line where it fits, else folded behind its beginning. `key` is the fold's name. */
export function valueBlock(value: unknown, key: string): Html {
  const line = (typeof value === "string" ? value : safeStringify(value)).replace(/\s+/g, " ");
  const isShort = line.length <= shortValue;
  const shown = isShort ? line : `${line.slice(0, shortValue)}…`;
  const isJson = typeof value !== "string" || /^[[{"]/.test(value);
  const head = isJson ? html`<code class="value">${shown}</code>` : html`<span class="value">${shown}</span>`;
  if (isShort) return head;
  const whole = typeof value === "string" ? value : safeStringify(value, 2);
  const cut = whole.length - longestValue;
  const rest = cut > 0 && html`<p class="faint">${cut} more characters are in the store.</p>`;
  return html`<details data-key="${key}">
    <summary>${head}</summary>
    <pre>${whole.slice(0, longestValue)}</pre>
    ${rest}
  </details>`;
}

/** A table with headings over rows, or over groups of rows; nothing but `empty` where there are none. */
export function tableOf(head: readonly string[], body: readonly Html[], empty: string): Html {
  if (body.length === 0) return html`<p class="empty">${empty}</p>`;
  return html`<div class="wide" tabindex="0" role="region" aria-label="Table">
    <table>
      <thead>
        <tr>
          ${head.map((title) => html`<th scope="col">${title}</th>`)}
        </tr>
      </thead>
      ${body}
    </table>
  </div>`;
}

/** Facts with their names, one below the other; those without a value are left out. */
export function factList(facts: readonly (readonly [string, HtmlPart])[]): Html {
  const given = facts.filter(([, value]) => value !== undefined && value !== "" && value !== false);
  return html`<dl class="facts">
    ${given.map(
      ([name, value]) =>
        html`<dt>${name}</dt>
          <dd>${value}</dd>`,
    )}
  </dl>`;
}

/** Remarks, one below the other. */
export function noteList(notes: readonly HtmlPart[] = []): Html | undefined {
  if (notes.length === 0) return undefined;
  const items = notes.map((note) => html`<li>${note}</li>`);
  return html`<ul class="notes">
    ${items}
  </ul>`;
}
