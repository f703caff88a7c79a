import { formatDiagnostic, messageOf } from "../base/errors.ts";
import { knownToolsOf } from "../project/known-tools-of.ts";
import type { Project } from "../project/open-project.ts";
import { findSkillUsage } from "../project/skill-usage.ts";
import { watchCode } from "../project/watch-code.ts";
import { watchDeadlines } from "../project/watch-deadlines.ts";
import type { KnownTools } from "../skills/known-tools.ts";
import { lintSkillFile } from "../skills/lint/lint-skill-file.ts";
import type { ReloadReport } from "../skills/reload-report.ts";
import { watchSkills } from "../skills/watch-skills.ts";
import { createDevNews, type DevNews } from "./dev-news.ts";
import type { Paint } from "./paint.ts";
import { reloadLines } from "./view-reload.ts";

/** A watch over a project, until it is closed. */
export interface DevWatch extends DevNews {
  close(): Promise<void>;
}

/** Watches skills, modules and rehearsals of a project. A skill that names a tool that nobody knows is refused. */
export async function watchProject(
  project: Project,
  view: { readonly folder: string; readonly paint: Paint },
): Promise<DevWatch> {
  const news = createDevNews();
  const tell = (error: unknown): undefined => {
    news.add([messageOf(error)]);
    return undefined;
  };
  const tools = await knownToolsOf(project).catch(tell);
  const skills = watchSkills(await project.skills(), {
    onReload: (report) =>
      void showReload(project, report, view).then(
        (lines) => news.add(lines, report.added.length + report.changed.length + report.mended.length > 0),
        tell,
      ),
    onProblem: (problem) => news.add([formatDiagnostic(problem)]),
    ...(tools && { check: (skill) => toolFaults(skill.location, tools) }),
  });
  const modules = await watchCode(project, {
    onCode: news.addCode,
    onData: () => news.add([], true),
    onError: tell,
  });
  const deadlines = watchDeadlines(() => project.readStore(), { onDue: news.addDue, onError: tell });
  // Skills are looked at every two seconds whatever the watch does; of a module only its event tells.
  await modules.ready;
  const close = async (): Promise<void> => {
    deadlines.close();
    await Promise.all([skills.close(), modules.close()]);
  };
  return { ...news, close };
}

async function showReload(
  project: Project,
  report: ReloadReport,
  view: { readonly folder: string; readonly paint: Paint },
): Promise<string[]> {
  const { workflows } = await project.workflows();
  const store = await project.readStore();
  const touched = [
    ...report.changed.map(({ name, hash, hashBefore, translation }) => ({
      name,
      hash,
      // Runs in other languages keep what has not changed.
      ...(translation !== undefined && { keptAt: hashBefore ?? "none" }),
    })),
    ...report.removed.map(({ name }) => ({ name, hash: undefined })),
  ];
  const usage = await Promise.all(
    touched.map(async (skill) => [skill.name, await findSkillUsage(skill, { workflows, store })] as const),
  );
  return reloadLines(report, { ...view, usage: new Map(usage) });
}

function toolFaults(location: string, tools: KnownTools): ReturnType<typeof lintSkillFile>["diagnostics"] {
  return lintSkillFile(location, tools).diagnostics.filter(({ code }) => toolCodes.has(code));
}

const toolCodes = new Set(["SKILL_TOOL_UNKNOWN", "SKILL_TOOL_ARGUMENT", "SKILL_TOOL_NOT_ALLOWED", "SOP_TOOL_UNKNOWN"]);
