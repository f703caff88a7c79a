import { previewJson } from "../base/json.ts";
import type { ConformanceRow } from "../store/run-store.ts";
import { html, type Html } from "./html.ts";
import { statusMark, tableOf } from "./page-parts.ts";

/** What became of each step of the procedure that a visit followed; folded where nothing is amiss. */
export function viewSteps({ steps, refused, conforms, hash }: ConformanceRow, key: string): Html {
  const rows = steps.map(
    ({ status, step, level, text, line, reason, late, evidence }) =>
      html`<tr>
        <td>${statusMark(status)}</td>
        <td>${step ?? "-"}</td>
        <td class="level">${level.toUpperCase().replace("-", " ")}</td>
        <td>
          ${text}
          <p class="faint">
            ${[
              `line ${line}`,
              ...(reason === undefined ? [] : [reason]),
              ...(late ? ["after its deadline"] : []),
              ...Object.entries(evidence ?? {}).map(([path, value]) => `${path}: ${previewJson(value, 60)}`),
            ].join("; ")}
          </p>
        </td>
      </tr>`,
  );
  const stopped = refused.map(
    ({ tool, reason, callId }) =>
      html`<li><code>${tool}</code> was refused: ${reason} <code class="faint">${callId}</code></li>`,
  );
  return html`<details data-key="steps ${key}" ${!conforms && html` open`}>
    <summary>
      ${steps.length} steps ${statusMark(conforms ? "conforms" : "does not conform")}
      <code class="faint">${hash.slice(0, 8)}</code>
    </summary>
    ${tableOf(["State", "Step", "Level", "What it says"], rows, "The skill has no steps.")}
    ${
      stopped.length > 0 &&
      html`<ul class="notes">
        ${stopped}
      </ul>`
    }
  </details>`;
}
