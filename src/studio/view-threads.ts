import type { RunStore } from "../store/run-store.ts";
import type { RunStatus } from "../trace/run-event.ts";
import { html, type Html } from "./html.ts";
import { statusMark, tableOf, timeOf, viewLink } from "./page-parts.ts";

const statuses: readonly RunStatus[] = ["running", "waiting", "completed", "degraded", "failed", "cancelled"];
const mostThreads = 200;

/** Threads, newest first; `status` shows only those of one. */
export async function viewThreads(store: RunStore, query: URLSearchParams): Promise<Html> {
  const status = statuses.find((known) => known === query.get("status"));
  const threads = await store.threads({ limit: mostThreads, ...(status && { status }) });
  const choice = (name: RunStatus | undefined): Html =>
    name === status
      ? html`<strong aria-current="true">${name ?? "all"}</strong>`
      : viewLink("threads", { status: name }, name ?? "all");
  const rows = threads.map(
    ({ id, status: stands, workflow, runs, updatedAt, createdAt }) =>
      html`<tr>
        <td>${viewLink("run", { thread: id }, id)}</td>
        <td>${statusMark(stands)}</td>
        <td>${workflow}</td>
        <td class="number">${runs}</td>
        <td>${timeOf(updatedAt)}</td>
        <td class="faint">${timeOf(createdAt)}</td>
      </tr>`,
  );
  const empty = status ? `No thread is ${status}.` : "No threads yet. `npx sopwith run <workflow>` starts one.";
  return html`<h1>Runs</h1>
    <p class="choices">${[undefined, ...statuses].map(choice)}</p>
    ${tableOf(["Thread", "Status", "Workflow", "Runs", "Changed (UTC)", "Begun"], rows, empty)}
    ${threads.length === mostThreads && html`<p class="faint">The newest ${mostThreads} are shown.</p>`}`;
}
