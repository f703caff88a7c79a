import type { PublishedContracts, RegistryChange, RegistryRoute } from "../store/registry-store.ts";
import type { RunStore } from "../store/run-store.ts";
import { html, type Html } from "./html.ts";
import { tableOf, timeOf } from "./page-parts.ts";
import type { StudioParts } from "./studio-parts.ts";

const shownChanges = 20;

/** What operators have changed about tools: routes with their weights, the latest changes, and which process has which. */
export async function viewRegistry({ readOnly }: StudioParts, store: RunStore): Promise<Html> {
  const [newest, history, processes] = await Promise.all([
    store.registry(),
    store.registryHistory(shownChanges),
    store.contracts(),
  ]);
  const routes = newest?.content.routes ?? [];
  return html`<section data-key="routes">
      <h2>Versions</h2>
      ${tableOf(["Tools", "Answered by"], routes.map(routeRow), "The highest version of each tool answers, or what the config says.")}
      ${!readOnly && routeForm()}
    </section>
    <section data-key="changes">
      <h2>Changes</h2>
      ${tableOf(["At (UTC)", "Generation", "By", "What", "Why"], history.map(changeRow), "Nobody has changed anything.")}
    </section>
    <section data-key="processes">
      <h2>Processes</h2>
      ${tableOf(["At (UTC)", "Process", "Does", "Release", "Tools", "Generation"], processes.map(processRow), "No process has told which tools it has.")}
    </section>`;
}

function routeRow({ match, weights = {}, to }: RegistryRoute): Html {
  const shares = Object.entries(weights).map(([version, share]) => `version ${version}: ${share} %`);
  return html`<tr>
    <td><code>${match}</code></td>
    <td>${to === undefined ? shares.join(", ") : html`<code>${to}</code>`}</td>
  </tr>`;
}

function changeRow({ at, generation, by, what, reason }: RegistryChange): Html {
  return html`<tr>
    <td>${timeOf(at)}</td>
    <td class="number">${generation}</td>
    <td>${by}</td>
    <td>${what}</td>
    <td>${reason}</td>
  </tr>`;
}

function processRow({ at, host, pid, work, release, tools, generation }: PublishedContracts): Html {
  return html`<tr>
    <td>${timeOf(at)}</td>
    <td>${pid} on ${host}</td>
    <td>${work}</td>
    <td>${release}</td>
    <td class="number">${tools.length}</td>
    <td class="number">${generation}</td>
  </tr>`;
}

function routeForm(): Html {
  return html`<form data-post="route" class="inline">
    <label>Tools <input name="match" placeholder="finance/query_*" autocomplete="off" required /></label>
    <label>Versions and shares <input name="targets" placeholder="1=90 2=10" autocomplete="off" /></label>
    <label>Reason <input name="reason" autocomplete="off" /></label>
    <button>Set</button> <span class="faint">Without shares it is cleared.</span><output></output>
  </form>`;
}
