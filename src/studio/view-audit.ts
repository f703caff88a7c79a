import { formatDuration } from "../base/duration.ts";
import type { AuditFilter, AuditRow } from "../store/audit-store.ts";
import type { RunStore } from "../store/run-store.ts";
import { html, type Html } from "./html.ts";
import { noteList, statusMark, tableOf, timeOf, valueBlock, viewLink } from "./page-parts.ts";

const filters = ["thread", "user", "tool", "status"] as const;
const mostRows = 500;

/** The calls on record, newest first, masked as they are kept; `query` narrows them down. */
export async function viewAudit(store: RunStore, query: URLSearchParams): Promise<Html> {
  const wanted = Object.fromEntries(filters.map((name) => [name, query.get(name) ?? ""] as const));
  const given = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== "")) as AuditFilter;
  const rows = await store.audit({ ...given, limit: mostRows });
  const hasUsers = rows.some(({ user }) => user !== undefined);
  const titles = ["At (UTC)", "Thread", ...(hasUsers ? ["User"] : []), "Node", "Tool", "Status", "Arguments", "Result"];
  const shown = rows.toReversed().map((row) => auditRow(row, hasUsers));
  return html`<h1>Audit</h1>
    <form data-view="audit" data-key="audit filter" class="filter">
      ${filters.map(
        (name) => html`<label>${name} <input name="${name}" value="${wanted[name]}" autocomplete="off" /></label> `,
      )}<button>Show</button>
    </form>
    ${tableOf(titles, shown, "No calls are on record.")}
    ${rows.length === mostRows && html`<p class="faint">The newest ${mostRows} are shown; <code>npx sopwith audit</code> lists more.</p>`}`;
}

function auditRow(row: AuditRow, hasUsers: boolean): Html {
  const { id, at, thread, run, user, node, tool, status, code, attempts, durationMs, rule, notes, insteadOf } = row;
  const number = run.slice(run.lastIndexOf("/") + 1);
  const link = /^\d+$/.test(number) ? viewLink("run", { thread, run: number }, run) : thread;
  const facts = [code, attempts > 1 && `${attempts} attempts`, formatDuration(durationMs), rule && `rule: ${rule}`];
  return html`<tr data-key="audit ${id}">
    <td>${timeOf(at)}</td>
    <td>${link}</td>
    ${hasUsers && html`<td>${user}</td>`}
    <td>${node}</td>
    <td><code>${tool}</code>${insteadOf !== undefined && html` <span class="faint">for ${insteadOf}</span>`}</td>
    <td>${statusMark(status)} <span class="faint">${facts.filter(Boolean).join(", ")}</span></td>
    <td class="held">${valueBlock(row.input, `in ${id}`)}</td>
    <td class="held">${valueBlock(row.output, `out ${id}`)} ${noteList(notes)}</td>
  </tr>`;
}
