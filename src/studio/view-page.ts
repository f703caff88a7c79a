import { html, type Html } from "./html.ts";

const tabs = { threads: "Runs", approvals: "Approvals", tools: "Tools", audit: "Audit" } as const;

/** What stands around every view. */
export interface PageFrame {
  /** The view's name, whose tab is marked. */
  readonly view: string;
  readonly project: string;
  /** Questions that wait for a person. */
  readonly waiting: number;
}

/** A view with the tabs over it: what the page's script puts into the window. */
export function viewPage({ view, project, waiting }: PageFrame, content: Html): string {
  const current = view === "run" ? "threads" : view;
  const links = Object.entries(tabs).map(([name, title]) => {
    const count = name === "approvals" && waiting > 0 && html` <span class="count">${waiting}</span>`;
    return html`<li><a href="#/${name}" ${name === current && html`aria-current="page"`}>${title}${count}</a></li>`;
  });
  return html`<header data-key="header">
      <strong>${project}</strong>
      <nav aria-label="Views">
        <ul>
          ${links}
        </ul>
      </nav>
    </header>
    <main tabindex="-1">${content}</main>`.toString();
}
