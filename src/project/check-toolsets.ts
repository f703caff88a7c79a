import type { Diagnostic } from "../base/errors.ts";
import { type Finding, findingOf } from "./doctor-check.ts";
import type { Project } from "./open-project.ts";
import { disabledToolsets, readSwitches, switchesFile } from "./toolset-switches.ts";

/** The toolsets that are switched off by command, with a warning for each that no tool belongs to any more. */
export async function checkToolsets(project: Project): Promise<Finding> {
  const off = disabledToolsets(await readSwitches(project.folder, {}));
  if (off.length === 0) return findingOf("none is switched off by command", []);
  const known = await knownToolsets(project);
  const gone = off.filter((name) => !known.has(name));
  return findingOf(
    `off by command: ${off.join(", ")}`,
    gone.map((name) => toolsetGone(name, switchesFile(project.folder))),
  );
}

async function knownToolsets(project: Project): Promise<ReadonlySet<string>> {
  const { workflows } = await project.workflows();
  const registries = await Promise.all([
    project.tools(),
    ...workflows.map(async ({ workflow }) => project.tools(workflow)),
  ]);
  return new Set(registries.flatMap((registry) => registry.toolsets().map(({ name }) => name)));
}

function toolsetGone(name: string, file: string): Diagnostic {
  return {
    code: "TOOLSET_UNKNOWN",
    severity: "warning",
    message: `The toolset "${name}" is off, and no tool that can be loaded belongs to it.`,
    where: { file },
    fix: `Forget it with: npx sopwith tools enable ${name}`,
  };
}
