import type { RegistryState } from "../project/registry/project-registry.ts";
import { viewMessage } from "../project/registry/registry-view.ts";
import type { ToolRoute } from "../tools/tool-route.ts";
import { html, type Html, type HtmlPart } from "./html.ts";
import { tableOf, timeOf } from "./page-parts.ts";

/** That what is shown is behind, where it is. */
export function viewStaleness(state: RegistryState): HtmlPart {
  const message = viewMessage(state);
  return message !== undefined && html`<p class="bad">${message}</p>`;
}

/** Which versions answer, who changed what about tools, and which process has which. */
export function viewRegistry(state: RegistryState, routes: readonly ToolRoute[], readOnly: boolean): Html {
  const { history, processes } = state;
  const none = "Nothing is said: the highest version of each tool answers.";
  return html`<section data-key="routes">
      <h2>Versions</h2>
      ${tableOf(["Tools", "Answered by"], routes.map(routeRow), none)} ${!readOnly && routeForm()}
    </section>
    <section data-key="changes">
      <h2>Changes</h2>
      ${tableOf(["At (UTC)", "By", "What", "Why", "Generation"], history.map(changeRow), "Nobody has changed anything.")}
    </section>
    <section data-key="processes">
      <h2>Processes</h2>
      ${tableOf(
        ["Since (UTC)", "Process", "Work", "State", "Release", "Tools", "Goes by"],
        processes.map((row) => processRow(row, state)),
        "No process has told which tools it has.",
      )}
    </section>`;
}

function routeRow({ match, version, to, canary, weights }: ToolRoute): Html {
  const shares = Object.entries(weights ?? {}).map(([number, share]) => `version ${number}: ${share} %`);
  const words = [
    ...(to === undefined ? [] : [to]),
    ...(version === undefined ? [] : [`version ${version}`]),
    ...(canary ? [`version ${canary.version} for ${canary.share * 100} % of the threads`] : []),
    ...shares,
  ];
  return html`<tr>
    <td><code>${match}</code></td>
    <td>${words.join(", ")}</td>
  </tr>`;
}

function changeRow({ at, generation, by, what, reason }: RegistryState["history"][number]): Html {
  return html`<tr>
    <td>${timeOf(at)}</td>
    <td>${by}</td>
    <td>${what}</td>
    <td>${reason}</td>
    <td>${generation}</td>
  </tr>`;
}

function processRow(row: RegistryState["processes"][number], { generation: newest }: RegistryState): Html {
  const { at, host, pid, work, release, tools, generation, ended } = row;
  return html`<tr>
    <td>${timeOf(at)}</td>
    <td>${pid} on ${host}</td>
    <td>${work}</td>
    <td>${ended ? "ended" : generation < newest ? "behind" : "current"}</td>
    <td>${release}</td>
    <td>${tools.length}</td>
    <td>${generation}</td>
  </tr>`;
}

function routeForm(): Html {
  return html`<form data-post="tools" class="inline">
    <label>Tools <input name="match" placeholder="finance/query_*" autocomplete="off" required /></label>
    <label>Versions and their shares <input name="shares" placeholder="1=90 2=10" autocomplete="off" /></label>
    <label>Reason <input name="reason" autocomplete="off" /></label>
    <button name="action" value="route">Set</button> <button name="action" value="unroute">Clear</button>
    <output></output>
  </form>`;
}
