import { basename } from "node:path";
import { isSopwithError, messageOf } from "../base/errors.ts";
import { openApprovals } from "../workflow/open-approvals.ts";
import { html, type Html } from "./html.ts";
import type { StudioParts } from "./studio-parts.ts";
import { viewApprovals } from "./view-approvals.ts";
import { viewAudit } from "./view-audit.ts";
import { viewPage } from "./view-page.ts";
import { viewRun } from "./view-run.ts";
import { viewThreads } from "./view-threads.ts";

/** A page, and whether it is the one that was asked for. */
export interface AnsweredView {
  readonly status: 200 | 404 | 500;
  readonly page: string;
}

/** What views are made of. */
export interface ViewParts extends StudioParts {
  /** @throws where the store is gone that was there */
  readonly checkStore: () => void;
}

/** Makes the view that a path names, with the tabs over it. Never throws: an error is a page that says what is wrong. */
export async function answerView(parts: ViewParts, view: string, query: URLSearchParams): Promise<AnsweredView> {
  const frame = { view, project: basename(parts.project.folder), waiting: 0 };
  try {
    parts.checkStore();
    const store = await parts.project.readStore();
    const waiting = (await openApprovals(store)).length;
    const content = await contentOf(parts, view, query);
    if (content) return { status: 200, page: viewPage({ ...frame, waiting }, content) };
    return { status: 404, page: viewPage({ ...frame, waiting }, html`<h1>There is no such page.</h1>`) };
  } catch (error) {
    return { status: /_NOT_FOUND|_UNKNOWN/.test(codeOf(error)) ? 404 : 500, page: viewPage(frame, viewError(error)) };
  }
}

async function contentOf(parts: StudioParts, view: string, query: URLSearchParams): Promise<Html | undefined> {
  const store = await parts.project.readStore();
  if (view === "threads") return viewThreads(store, query);
  if (view === "run") return viewRun(store, query);
  if (view === "approvals") return viewApprovals(store, parts);
  if (view === "audit") return viewAudit(store, query);
  if (view !== "tools") return undefined;
  return (await import("./view-tools.ts")).viewTools(parts);
}

function codeOf(error: unknown): string {
  return isSopwithError(error) ? error.code : "UNEXPECTED";
}

function viewError(error: unknown): Html {
  const { hint, details = [] } = isSopwithError(error) ? error : {};
  return html`<h1>${messageOf(error)}</h1>
    <p><code>${codeOf(error)}</code> ${hint}</p>
    ${details.map((detail) => html`<p class="faint">${detail}</p>`)}`;
}
