import { basename, extname } from "node:path";
import type { Diagnostic } from "../base/errors.ts";
import { isPlainObject } from "../base/json.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { loadModule } from "./load-module.ts";
import { workflowFileBroken, workflowNotFound } from "./project-errors.ts";

/** A workflow and the file that exports it. */
export interface WorkflowFile {
  readonly file: string;
  readonly workflow: Workflow;
}

/** All workflows of a project, and what is wrong with files that give none. */
export interface WorkflowCatalogue {
  /** By name. */
  readonly workflows: readonly WorkflowFile[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Loads every file. A broken one, or one whose name is taken, is reported and does not stop the others. */
export async function discoverWorkflows(files: readonly string[]): Promise<WorkflowCatalogue> {
  const byName = new Map<string, WorkflowFile>();
  const diagnostics: Diagnostic[] = [];
  for (const file of files) {
    const { found, faults } = await loadWorkflow(file);
    diagnostics.push(...faults);
    const taken = found && byName.get(found.workflow.name);
    if (taken) diagnostics.push(clash(found, taken));
    else if (found) byName.set(found.workflow.name, found);
  }
  const workflows = [...byName.values()].toSorted((a, b) => (a.workflow.name < b.workflow.name ? -1 : 1));
  return { workflows, diagnostics };
}

/**
 * The workflow called `name`. The file of that name is tried first, so that a broken neighbour costs nothing.
 *
 * @throws `WORKFLOW_NOT_FOUND` with the nearest names, `WORKFLOW_FILE` when the file of that name is broken
 */
export async function findWorkflow(name: string, files: readonly string[]): Promise<WorkflowFile> {
  const namesake = files.find((file) => basename(file, extname(file)) === name);
  if (namesake !== undefined) {
    const { found, faults } = await loadWorkflow(namesake);
    if (found?.workflow.name === name) return found;
    if (!found) throw workflowFileBroken(namesake, faults);
  }
  const { workflows, diagnostics } = await discoverWorkflows(files);
  const found = workflows.find((entry) => entry.workflow.name === name);
  if (!found)
    throw workflowNotFound({ name, known: workflows.map((entry) => entry.workflow.name), broken: diagnostics });
  return found;
}

async function loadWorkflow(
  file: string,
): Promise<{ readonly found?: WorkflowFile; readonly faults: readonly Diagnostic[] }> {
  const { exports, faults } = await loadModule(file);
  if (faults) return { faults };
  const exported = exports["default"];
  if (isWorkflow(exported)) return { found: { file, workflow: exported }, faults: [] };
  return { faults: [noWorkflow(file, exports)] };
}

/** By its shape, since it may come from another copy of the package. */
function isWorkflow(value: unknown): value is Workflow {
  return (
    isPlainObject(value) &&
    typeof value["name"] === "string" &&
    isPlainObject(value["nodes"]) &&
    typeof value["start"] === "string" &&
    "fallbacks" in value
  );
}

function noWorkflow(file: string, exports: Readonly<Record<string, unknown>>): Diagnostic {
  const named = Object.entries(exports).find(([, value]) => isWorkflow(value))?.[0];
  const names = Object.keys(exports);
  const seen = names.length === 0 ? "It exports nothing." : `It exports ${names.join(", ")}.`;
  return {
    code: "WORKFLOW_FILE",
    severity: "error",
    message: `${basename(file)} has no workflow as its default export. ${seen}`,
    where: { file, line: 1 },
    fix: named === undefined ? "Write `export default defineWorkflow({ ... })`." : `Write \`export default ${named}\`.`,
  };
}

function clash(second: WorkflowFile, first: WorkflowFile): Diagnostic {
  return {
    code: "WORKFLOW_DUPLICATE",
    severity: "error",
    message: `The workflow name "${second.workflow.name}" is taken by ${first.file}; this file is left out.`,
    where: { file: second.file },
    fix: "Give one of them another name.",
  };
}
