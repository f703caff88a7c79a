import { isSopwithError, messageOf } from "../base/errors.ts";
import { checkCalls } from "./check-calls.ts";
import { checkModel, checkStoreFile } from "./check-environment.ts";
import { checkRehearsals, checkSkills, checkWorkflows } from "./check-files.ts";
import { checkSigningKey } from "./check-signing-key.ts";
import { checkBreakers } from "./check-breakers.ts";
import { checkRegistry } from "./check-registry.ts";
import { type DoctorCheck, type Finding, finding, findingOf } from "./doctor-check.ts";
import { openProject, type Project } from "./open-project.ts";

/** Looks at everything a run needs, and stops at nothing: a check that fails is a finding. */
export async function runDoctor(cwd: string): Promise<DoctorCheck[]> {
  const checks = [await check("node", async () => finding("ok", `${process.versions.node} at ${process.execPath}`))];
  let project: Project | undefined;
  checks.push(
    await check("config", async () => {
      project = await openProject({ cwd });
      return findingOf(
        project.configFile ?? `none, the defaults hold in ${project.folder}`,
        project.settings.warnings ?? [],
      );
    }),
  );
  if (!project) return checks;
  const opened = project;
  checks.push(
    await check("workflows", () => checkWorkflows(opened)),
    await check("skills", () => checkSkills(opened)),
    await check("rehearsals", () => checkRehearsals(opened)),
    await check("model", () => checkModel(opened.model)),
    ...(await checkServers(opened)),
    await check("store", () => checkStoreFile(opened)),
    await check("calls", () => checkCalls(opened)),
  );
  const key = checkSigningKey(opened);
  if (key) checks.push({ name: "key", ...key });
  if (opened.settings.breakers) checks.push(await check("breakers", () => checkBreakers(opened)));
  const registry = await check("registry", () => checkRegistry(opened));
  if (registry.message !== "") checks.push(registry);
  await opened.close();
  return checks;
}

/** One check for each MCP server, or one that says why they cannot be looked at. */
async function checkServers(project: Project): Promise<DoctorCheck[]> {
  try {
    const servers = await project.servers();
    if (Object.keys(servers.servers).length === 0) return [];
    const { serverChecks } = await import("./check-servers.ts");
    return await serverChecks(servers);
  } catch (error) {
    return [await check("mcp", () => Promise.reject(error))];
  }
}

async function check(name: string, look: () => Promise<Finding>): Promise<DoctorCheck> {
  try {
    return { name, ...(await look()) };
  } catch (error) {
    if (!isSopwithError(error)) return { name, ...finding("error", messageOf(error)) };
    const hint = error.hint === undefined ? [] : [error.hint];
    return {
      name,
      ...finding("error", [`${error.code}  ${error.message}`, ...error.details, ...hint].join(" "), error.diagnostics),
    };
  }
}
