import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname } from "node:path";
import { type Diagnostic, isSopwithError, messageOf } from "../base/errors.ts";
import type { ModelSettings } from "./model-settings.ts";
import { openProject, type Project } from "./open-project.ts";

/** One thing that was looked at. */
export interface DoctorCheck {
  readonly name: string;
  /** `error`: runs will not work. `warning`: something is worth a look. */
  readonly status: "ok" | "warning" | "error";
  readonly message: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** Looks at everything a run needs, and stops at nothing: a check that fails is a finding. */
export async function runDoctor(cwd: string): Promise<DoctorCheck[]> {
  const checks = [await check("node", async () => ok(`${process.versions.node} at ${process.execPath}`))];
  let project: Project | undefined;
  checks.push(
    await check("config", async () => {
      project = await openProject({ cwd });
      return ok(project.configFile ?? `none, the defaults hold in ${project.folder}`);
    }),
  );
  if (!project) return checks;
  const opened = project;
  checks.push(
    await check("workflows", () => checkWorkflows(opened)),
    await check("skills", () => checkSkills(opened)),
    await check("model", () => checkModel(opened.model)),
    await check("store", () => checkStoreFile(opened)),
  );
  await opened.close();
  return checks;
}

type Finding = Omit<DoctorCheck, "name">;

async function check(name: string, look: () => Promise<Finding>): Promise<DoctorCheck> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    if (!isSopwithError(error)) return { name, ...found("error", messageOf(error)) };
    const hint = error.hint === undefined ? [] : [error.hint];
    return {
      name,
      ...found("error", [`${error.code}  ${error.message}`, ...error.details, ...hint].join(" "), error.diagnostics),
    };
  }
}

function ok(message: string): Finding {
  return found("ok", message);
}

function found(status: Finding["status"], message: string, diagnostics: readonly Diagnostic[] = []): Finding {
  return { status, message, diagnostics };
}

async function checkWorkflows(project: Project): Promise<Finding> {
  const { workflows, diagnostics } = await project.workflows();
  const faults = [...diagnostics];
  const skills = new Set((await project.skills()).list().map((skill) => skill.name));
  for (const { workflow, file } of workflows) {
    await project.tools(workflow);
    const missing = Object.values(workflow.nodes)
      .flatMap((node) => node.skills)
      .filter((skill) => !skills.has(skill));
    for (const skill of new Set(missing)) faults.push(skillMissing(skill, workflow.name, file));
  }
  const names = workflows.map((entry) => entry.workflow.name).join(", ");
  if (workflows.length === 0 && faults.length === 0)
    return found("warning", "none: make a file in workflows/ that exports a defineWorkflow");
  return found(faults.length > 0 ? "error" : "ok", `${workflows.length}: ${names || "none"}`, faults);
}

function skillMissing(skill: string, workflow: string, file: string): Diagnostic {
  return {
    code: "SKILL_NOT_FOUND",
    severity: "error",
    message: `The workflow "${workflow}" names the skill "${skill}", which does not exist.`,
    where: { file },
    fix: "Add the skill, or correct the name.",
  };
}

async function checkSkills(project: Project): Promise<Finding> {
  const library = await project.skills();
  const faults = library.diagnostics;
  const broken = faults.some((fault) => fault.severity === "error");
  return found(broken ? "error" : faults.length > 0 ? "warning" : "ok", `${library.list().length} found`, faults);
}

async function checkModel(settings: ModelSettings | undefined): Promise<Finding> {
  if (!settings) return ok("OPENAI_API_KEY is not set: runs are rehearsals");
  const base = settings.baseURL ?? "https://api.openai.com/v1";
  const names = settings.models.join(", ");
  const answer = await fetch(`${base.replace(/\/$/, "")}/models`, {
    headers: { authorization: `Bearer ${settings.apiKey}` },
    signal: AbortSignal.timeout(5000),
  }).catch((error: unknown) => messageOf(error instanceof Error ? (error.cause ?? error) : error));
  if (typeof answer === "string")
    return found("error", `${names}: ${base} cannot be reached (${answer}); check OPENAI_BASE_URL and the network`);
  await answer.body?.cancel();
  if (answer.status === 401 || answer.status === 403)
    return found("error", `${names}: ${base} refuses the key (${answer.status}); check OPENAI_API_KEY`);
  return ok(`${names} at ${base}`);
}

async function checkStoreFile({ settings }: Project): Promise<Finding> {
  if (settings.store.kind === "memory") return found("warning", "memory: nothing outlives the process");
  const { checkStore } = await import("../store/check-store.ts");
  const { file } = settings.store;
  const { exists, sizeBytes, diagnostics } = checkStore(file);
  if (diagnostics.length > 0) return found("error", file, diagnostics);
  const folder = await firstFolder(dirname(file));
  const writable = await access(exists ? file : folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!writable) return found("error", `${exists ? file : folder} cannot be written`);
  return ok(exists ? `${file}, ${Math.ceil(sizeBytes / 1024)} KiB` : `${file}, made at the first run`);
}

/** The nearest folder above that is there. */
async function firstFolder(folder: string): Promise<string> {
  const there = await access(folder).then(
    () => true,
    () => false,
  );
  return there || dirname(folder) === folder ? folder : firstFolder(dirname(folder));
}
