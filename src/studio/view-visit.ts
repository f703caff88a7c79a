import type { RunRow } from "../store/run-store.ts";
import type { ModelCall } from "../model/model.ts";
import type { StepView } from "../trace/run-event.ts";
import { html, type Html, type HtmlPart } from "./html.ts";
import { outcomeFacts } from "./outcome-facts.ts";
import { noteList, statusMark, timeOf, valueBlock } from "./page-parts.ts";
import type { JoinedCall, JoinedTurn, JoinedVisit } from "./read-run.ts";
import { decidedWords } from "./view-approvals.ts";
import { viewSteps } from "./view-steps.ts";

/** One entry into a node: what the model said and asked for on the left, what the gateway did on the right. */
export function viewVisit(visit: JoinedVisit, run: RunRow): Html {
  const { path, visit: number, turns, conformance, questions } = visit;
  const key = `${path} ${number}`;
  const skill = conformance && html`<span class="faint">follows ${conformance.skill}, ${conformance.mode}</span>`;
  return html`<section data-key="visit ${key}">
    <h2>${path}${number > 1 && ` (visit ${number})`} ${statusMark(standsAs(visit, run))} ${skill}</h2>
    ${turns.length > 0 && exchange(turns, { run, key, visit })} ${conformance && viewSteps(conformance, key)}
    ${
      questions.length > 0 &&
      html`<ul class="questions">
        ${questions.map((asked) => html`<li>${decidedWords(asked)}</li>`)}
      </ul>`
    }
  </section>`;
}

function standsAs({ status, path, questions }: JoinedVisit, run: RunRow): string {
  if (status !== undefined) return status;
  if (questions.some(({ decision }) => !decision) && run.status === "waiting") return "waiting";
  if (run.status === "running") return "under way";
  // A node of a sub-workflow ends with the node around it, which has a status of its own.
  return path.includes("/") ? "" : "not ended";
}

interface Place {
  readonly run: RunRow;
  readonly key: string;
  readonly visit: JoinedVisit;
}

function exchange(turns: readonly JoinedTurn[], place: Place): Html {
  return html`<table class="exchange">
    <thead>
      <tr>
        <th scope="col">The model asked</th>
        <th scope="col">The gateway did</th>
      </tr>
    </thead>
    ${turns.map((turn) => viewTurn(turn, place))}
  </table>`;
}

function viewTurn({ turn, at, reply, calls }: JoinedTurn, place: Place): Html {
  const tokens = reply && `${reply.usage.inputTokens} tokens in, ${reply.usage.outputTokens} out`;
  const head = reply
    ? html`turn ${turn + 1}
        <span class="faint"
          >${reply.model}, ${tokens}, ${timeOf(at)}${reply.finish === "length" && ", cut by the token limit"}</span
        >`
    : html`<span class="faint">called by the workflow itself</span>`;
  return html`<tbody data-key="turn ${place.key} ${turn}">
    <tr class="turn">
      <th scope="rowgroup" colspan="2">${head}</th>
    </tr>
    ${
      reply !== undefined &&
      reply.text.trim() !== "" &&
      html`<tr>
        <td><span class="said">${reply.text}</span></td>
        <td></td>
      </tr>`
    }
    ${calls.map((call) => viewCall(call, place))}
  </tbody>`;
}

function viewCall(call: JoinedCall, { run, key, visit }: Place): Html {
  const { tool, status, facts, notes, words, input } = outcomeFacts(call, run);
  const name = `${key} ${call.id}`;
  const asked = call.asked
    ? askedCell(call.asked, name)
    : html`<code>${tool}</code>
        ${call.journal?.fallbackOf !== undefined && html`<span class="faint">as a fallback</span>`}
        ${input !== undefined && valueBlock(input, `input ${name}`)}`;
  const steps = (visit.conformance?.steps ?? []).filter(({ calls }) => calls.includes(call.id));
  return html`<tr>
    <td>${asked}</td>
    <td>
      ${statusMark(status)} ${call.asked !== undefined && call.asked.name !== tool && html`<code>${tool}</code>`}
      <span class="faint">${facts.join(", ")}</span>
      ${words !== undefined && valueBlock(words, `words ${name}`)} ${noteList(notes)}
      <p class="faint">${steps.map((step) => `${stepServed(step, status === "ok")}. `)}<code>${call.id}</code></p>
    </td>
  </tr>`;
}

/** A step is done by the call that succeeded; one that failed before was for it. */
function stepServed({ step, status, line }: StepView, isDone: boolean): string {
  const name = `step ${step ?? `of line ${line}`}`;
  return isDone ? `${name} ${status}` : `for ${name}`;
}

function askedCell({ name, arguments: input, problem, rawArguments, repair }: ModelCall, key: string): HtmlPart {
  return html`<code>${name}</code> ${input !== undefined && valueBlock(input, `asked ${key}`)}
    ${rawArguments !== undefined && valueBlock(rawArguments, `raw ${key}`)}
    ${problem !== undefined && html`<p class="faint">${problem}</p>`}
    ${repair !== undefined && html`<p class="faint">mended: ${repair}</p>`}`;
}
