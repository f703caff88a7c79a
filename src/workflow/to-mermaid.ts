import { END_TARGET, possibleTargets } from "./edge.ts";
import type { NodeKind } from "./node.ts";
import type { Workflow } from "./workflow.ts";

/** The shape of a node by its kind: what runs a skill is round, what asks a person a hexagon, what chooses a rhombus. */
const brackets: Readonly<Record<NodeKind, readonly [string, string]>> = {
  skill: ["(", ")"],
  tool: ["[", "]"],
  router: ["{", "}"],
  approval: ["{{", "}}"],
  workflow: ["[[", "]]"],
  function: [">", "]"],
};

/** A workflow as Mermaid text. Fallback edges are dotted; edges that a function chooses carry no label. */
export function toMermaid(workflow: Workflow): string {
  const names = Object.keys(workflow.nodes);
  const lines = ["flowchart TD", "  start([start])", `  start --> ${id(workflow.start)}`];
  for (const [name, node] of Object.entries(workflow.nodes)) {
    const [open, close] = brackets[node.kind];
    const detail = node.kind === "tool" ? node.tools : node.skills;
    const label = [name, ...(detail.length > 0 ? [`<small>${detail.join(", ")}</small>`] : [])].join("<br>");
    lines.push(`  ${id(name)}${open}"${label}"${close}`);
  }
  for (const name of names) {
    for (const target of possibleTargets(workflow.edges[name]!, [...names, END_TARGET]))
      lines.push(`  ${id(name)} --> ${id(target)}`);
    const fallback = workflow.fallbacks[name];
    if (fallback !== undefined) lines.push(`  ${id(name)} -. failed .-> ${id(fallback)}`);
  }
  lines.push("  end_([end])");
  return `${lines.join("\n")}\n`;
}

/** `end` is a word of Mermaid's, so every id gets a tail. */
function id(name: string): string {
  return `${name.replace(/[^\p{L}\p{N}_]/gu, "_")}_`;
}
