import { isPlainObject } from "../base/json.ts";
import type { ApprovalRow, RunStore } from "../store/run-store.ts";
import { openApprovals } from "../workflow/open-approvals.ts";
import { addresseeOf } from "../workflow/to-run-result.ts";
import { html, type Html } from "./html.ts";
import { factList, statusMark, timeOf, valueBlock, viewLink } from "./page-parts.ts";

/** What waits for a person, oldest first, with a form for each where decisions may be made here. */
export async function viewApprovals(
  store: RunStore,
  { decider, readOnly }: { readonly decider: string; readonly readOnly: boolean },
): Promise<Html> {
  const open = await openApprovals(store);
  if (open.length === 0)
    return html`<h1>Approvals</h1>
      <p class="empty">Nothing waits for a person.</p>`;
  return html`<h1>Approvals</h1>
    ${open.map(
      (asked) =>
        html`<section data-key="asked ${asked.id}" class="asked">
          <h2>${asked.title}</h2>
          ${askedFacts(asked)}
          ${readOnly ? html`<p class="faint">Decide it with <code>npx sopwith approvals show ${asked.id}</code>.</p>` : decisionForm(asked, decider)}
        </section>`,
    )}`;
}

function askedFacts(asked: ApprovalRow): Html {
  const { id, kind, thread, path, run, user, details, grants, requestedAt, deadline, onDeadline, escalation } = asked;
  const to = addresseeOf(asked, Date.now());
  return factList([
    ["kind", html`${kind} of node ${path}`],
    ["run", viewLink("run", { thread, run: run.slice(run.lastIndexOf("/") + 1) }, run)],
    ["for user", user],
    // Never folded or cut: it is what the decision is about.
    [
      "about",
      details !== undefined &&
        html`<pre>${typeof details === "string" ? details : JSON.stringify(details, undefined, 2)}</pre>`,
    ],
    ["allows", grants?.length && html`<pre>${JSON.stringify(grants, undefined, 2)}</pre>`],
    ["to decide", to],
    ["escalates", escalation && html`to ${escalation.to} at ${timeOf(escalation.at)}`],
    [
      "until",
      deadline !== undefined &&
        html`${timeOf(deadline)}, then it counts as ${onDeadline === "approve" ? "approved" : "rejected"}`,
    ],
    ["asked (UTC)", timeOf(requestedAt)],
    ["id", html`<code>${id}</code>`],
  ]);
}

function decisionForm(asked: ApprovalRow, decider: string): Html {
  const { kind } = asked;
  const answer = wantsAnswer(asked);
  return html`<form data-post="decide">
    <input type="hidden" name="id" value="${asked.id}" />
    ${answer !== undefined && html`<label>${answer} <textarea name="answer" rows="2"></textarea></label>`}
    ${
      kind === "confirmation" &&
      html`<details data-key="edit ${asked.id}">
        <summary>Other arguments</summary>
        <label>JSON, in place of the model's <textarea name="edit" rows="4" spellcheck="false"></textarea></label>
        ${button("edit", "Approve with these")}
      </details>`
    }
    <label>Reason <input name="reason" autocomplete="off" /></label>
    <label>Decided by <input name="by" value="${decider}" autocomplete="off" required /></label>
    <p class="buttons">${buttonsOf(kind)}</p>
    <output></output>
  </form>`;
}

/** What the text of an answer is, for questions that take one. */
function wantsAnswer({ kind, schema }: ApprovalRow): string | undefined {
  if (kind === "question") return "Answer";
  if (kind === "in-doubt") return "Its result as JSON, if it happened and is known";
  if (kind !== "approval" || !isPlainObject(schema)) return undefined;
  return schema["type"] === "string" ? "Answer" : "Answer as JSON";
}

function buttonsOf(kind: ApprovalRow["kind"]): readonly Html[] {
  if (kind === "question") return [button("answer", "Answer", "good"), button("reject", "Do not answer", "bad")];
  if (kind === "in-doubt")
    return [
      button("happened", "It happened"),
      button("not-happened", "It did not"),
      button("again", "Start it again", "bad"),
    ];
  return [button("approve", "Approve", "good"), button("reject", "Reject", "bad")];
}

function button(action: string, text: string, tone = ""): Html {
  return html`<button name="action" value="${action}" class="${tone}">${text}</button> `;
}

/** A question of a run and what became of it, on one line. */
export function decidedWords({ title, kind, decision, id }: ApprovalRow): Html {
  if (!decision)
    return html`${statusMark("waiting")} ${title} <span class="faint">${kind}</span> <code class="faint">${id}</code>`;
  const { approved, answer, by, identity, reason, at } = decision;
  const facts = [`by ${by}`, ...(identity === "claimed" ? [] : [identity]), ...(reason === undefined ? [] : [reason])];
  return html`${statusMark(approved ? "approved" : "rejected")} ${title}
    <span class="faint">${facts.join(", ")}, ${timeOf(at)}</span>
    ${answer !== undefined && valueBlock(answer, `answer ${id}`)}`;
}
