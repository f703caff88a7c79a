import { formatDuration } from "../base/duration.ts";
import type { RunRow, RunStore } from "../store/run-store.ts";
import { html, type Html } from "./html.ts";
import { factList, statusMark, timeOf, valueBlock, viewLink } from "./page-parts.ts";
import { type JoinedRun, readJoinedRun } from "./read-run.ts";
import { viewVisit } from "./view-visit.ts";

/** One run: how it stands, then each visit with its turns and calls. @throws `THREAD_NOT_FOUND`, `FORK_POINT_UNKNOWN` */
export async function viewRun(store: RunStore, query: URLSearchParams): Promise<Html> {
  const number = Number(query.get("run"));
  const joined = await readJoinedRun(store, query.get("thread") ?? "", number > 0 ? number : undefined);
  const { run, visits } = joined;
  const isOpen = run.status === "running" || run.status === "waiting";
  return html`<h1>${run.id} ${statusMark(run.status)}</h1>
    <section data-key="run">${runFacts(joined)}</section>
    ${visits.map((visit) => viewVisit(visit, run))}
    ${visits.length === 0 && html`<p class="empty">Nothing is on record yet.</p>`}
    ${isOpen && html`<p class="faint">This page follows the run.</p>`}`;
}

function runFacts({ run, runs }: JoinedRun): Html {
  const { thread, workflow, user, text, rehearsal, usage, forkOf, answer, error, reasons } = run;
  const others = Array.from({ length: runs }, (_, index) => String(index + 1)).filter(
    (number) => number !== String(run.ordinal),
  );
  return factList([
    ["workflow", workflow],
    ["for", user],
    ["asked", text],
    ["input", text === undefined && Object.keys(run.input).length > 0 && valueBlock(run.input, "input")],
    ["answer", answer !== undefined && html`<span class="said">${answer}</span>`],
    ["error", error && html`<code>${error.code}</code> ${error.message} ${error.hint}`],
    [
      "degraded",
      reasons?.length &&
        html`<ul>
          ${reasons.map((reason) => html`<li>${reason}</li>`)}
        </ul>`,
    ],
    ["waits", run.status === "waiting" && viewLink("approvals", {}, "for a decision")],
    ["began", timeOf(run.startedAt)],
    ["ended", run.endedAt !== undefined && html`${timeOf(run.endedAt)}${workedWords(run)}`],
    ["tokens", `${usage.inputTokens} in, ${usage.outputTokens} out`],
    ["skills", Object.entries(run.skills).map(([name, hash]) => html`${name} <code>${hash.slice(0, 8)}</code> `)],
    ["rehearsal", rehearsal],
    ["fork of", forkOf && viewLink("run", runQuery(forkOf.run), `${forkOf.run} at point ${forkOf.point}`)],
    [
      "other runs",
      others.length > 0 && others.map((number) => html`${viewLink("run", { thread, run: number }, number)} `),
    ],
    ["calls", viewLink("audit", { thread }, "in the audit trail")],
  ]);
}

function workedWords({ workedMs }: RunRow): string {
  return workedMs === undefined ? "" : `, ${formatDuration(workedMs)} of work`;
}

/** `case-7/2` as the parts of a view's address. */
function runQuery(id: string): Readonly<Record<string, string>> {
  const cut = id.lastIndexOf("/");
  return { thread: id.slice(0, cut), run: id.slice(cut + 1) };
}
