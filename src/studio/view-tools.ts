import { formatDuration } from "../base/duration.ts";
import { listAllTools, type ToolOwners } from "../project/list-all-tools.ts";
import { isAbsent } from "../project/servers/absent-tool.ts";
import { knownAvailability, refreshAvailability } from "../tools/availability.ts";
import { processLoads } from "../tools/gateway/tool-loads.ts";
import { toolFingerprint } from "../tools/tool-fingerprint.ts";
import { html, type Html, type HtmlPart } from "./html.ts";
import { factList, statusMark, tableOf } from "./page-parts.ts";
import type { StudioParts } from "./studio-parts.ts";
import { viewRegistry, viewStaleness } from "./view-registry.ts";

/** Every tool of the project by toolset, with the switches of toolsets, and what operators have changed. */
export async function viewTools(parts: StudioParts): Promise<Html> {
  const registry = await parts.project.registry();
  const state = await registry.readState(shownChanges);
  const { routes, offToolsets, offTools } = registry.adjustments();
  const { tools, diagnostics } = await listAllTools(parts.project);
  // What is open in other processes is known here as far as the project shares it.
  await parts.project.shareBreakers();
  await refreshAvailability(tools.map(({ tool }) => tool));
  const toolsets = [...Map.groupBy(tools, ({ tool }) => tool.toolset)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return html`<h1>Tools</h1>
    ${viewStaleness(state)}
    ${diagnostics.map(({ message, where }) => html`<p class="bad">${message} <code>${where?.file}</code></p>`)}
    ${tableOf(
      columns,
      toolsets.map(([name, members]) =>
        viewToolset({ name, isOn: !offToolsets.includes(name), offTools }, members, parts),
      ),
      "No tools. A workflow brings its tools along.",
    )}
    ${viewRegistry(state, routes, parts.readOnly)}`;
}

/** Changes of the registry that are listed. */
const shownChanges = 20;

interface Toolset {
  readonly name: string;
  readonly isOn: boolean;
  /** Names of single tools that are off. */
  readonly offTools: readonly string[];
}

function viewToolset({ name, isOn, offTools }: Toolset, members: readonly ToolOwners[], parts: StudioParts): Html {
  return html`<tbody data-key="toolset ${name}">
    <tr class="group">
      <th scope="rowgroup" colspan="${columns.length}">
        ${name} ${!isOn && statusMark("off")} ${!parts.readOnly && switchForm(name, isOn)}
      </th>
    </tr>
    ${members.map((entry) => toolRow(entry, parts, !parts.readOnly && switchForm(entry.tool.name, !offTools.includes(entry.tool.name))))}
  </tbody>`;
}

const columns = ["Tool", "Effect", "Stands", "Asks", "Time", "Attempts", "Of", "Contract"] as const;

function toolRow(entry: ToolOwners, { describeTool }: StudioParts, form: HtmlPart): Html {
  const { tool, owners } = entry;
  const { name, version, effect, policy, description } = tool;
  const key = `tool ${name} ${version} ${owners.join(" ")}`;
  return html`<tr>
    <td>
      <details data-key="${key}">
        <summary><code>${name}</code>${version > 1 && ` version ${version}`}</summary>
        <p>${description}</p>
        ${factList(describeTool(entry))} ${form}
      </details>
    </td>
    <td>${effect}</td>
    <td>${statusMark(standsAs(entry))}</td>
    <td>${policy.confirm}</td>
    <td class="short">${formatDuration(policy.timeoutMs)}</td>
    <td>${policy.retry.maxAttempts}</td>
    <td>${owners.join(", ")}</td>
    <td><code class="faint">${toolFingerprint(tool)}</code></td>
  </tr>`;
}

function standsAs({ tool, enabled }: ToolOwners): string {
  if (!enabled) return "off";
  if (isAbsent(tool)) return "not there";
  if (processLoads().of(tool).breaker?.refusedFor(performance.now()) !== undefined) return "breaker open";
  return knownAvailability(tool) ? "on" : "not available";
}

/** For a toolset or a single tool; a tool's name has a slash. */
function switchForm(name: string, isOn: boolean): Html {
  return html`<form data-post="tools" class="inline">
    <input type="hidden" name="name" value="${name}" />
    <label><span class="unseen">Reason</span> <input placeholder="why" name="reason" autocomplete="off" /></label>
    <button name="action" value="${isOn ? "disable" : "enable"}">${isOn ? "Switch off" : "Switch on"}</button>
    <output></output>
  </form>`;
}
