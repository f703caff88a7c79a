import { reviewSkills } from "../../mcp/trust/review-skills.ts";
import type { SkillPin } from "../../mcp/trust/skill-pin.ts";
import { createSkillLibrary, type SkillLibrary } from "../../skills/skill-library.ts";
import type { Skill, SkillSummary } from "../../skills/skill.ts";
import { cleanText } from "../../tools/clean-text.ts";
import { agreedSkillsFolder, editedFile } from "./agreed-skills.ts";
import type { ProjectServers } from "./project-servers.ts";
import { skillQuarantined } from "./servers-errors.ts";

/** The skills of one server that somebody agreed to. */
export interface ServerSkills {
  readonly server: string;
  /** Read from the project's own files; names are the server's. */
  readonly library: SkillLibrary;
  readonly pins: Readonly<Record<string, SkillPin>>;
  /**
   * The skill, if it may be used now, by the name `server/name`.
   * @throws `MCP_SKILL_QUARANTINED`, and what a library throws
   */
  get(name: string, options?: { readonly locale?: string }): Promise<Skill>;
  list(): readonly SkillSummary[];
}

/** Reads which skills of a server were agreed to. `undefined` where there are none. @throws `MCP_LOCK` */
export async function openServerSkills(
  servers: ProjectServers,
  { server, folder }: { readonly server: string; readonly folder: string },
): Promise<ServerSkills | undefined> {
  const pins = await servers.trust.agreedSkills(server);
  if (Object.keys(pins).length === 0) return undefined;
  const root = agreedSkillsFolder(folder, server);
  const library = createSkillLibrary({ roots: [root] });
  await library.load();
  return {
    server,
    library,
    pins,
    list: () =>
      library
        .list()
        .flatMap((summary) => (Object.hasOwn(pins, summary.name) ? [toServerSummary(summary, server)] : [])),
    get: async (name, options) => {
      const pin = Object.hasOwn(pins, name) ? pins[name] : undefined;
      if (!pin) throw skillQuarantined(server, name, "nobody has agreed to it");
      const edited = await editedFile(root, name, pin);
      if (edited !== undefined) throw skillQuarantined(server, name, `its file ${edited} is not what was agreed to`);
      const now = await verdictNow(servers, { server, name, pins });
      if (now !== undefined) throw skillQuarantined(server, name, now);
      return toServerSkill(await library.get(name, options), server);
    },
  };
}

/** Why the server's own word is against it now. Of a server that is not there nothing is known: what was agreed to holds. */
async function verdictNow(
  servers: ProjectServers,
  { server, name, pins }: { readonly server: string; readonly name: string; readonly pins: ServerSkills["pins"] },
): Promise<string | undefined> {
  const connections = servers.opened().get(server);
  if (connections?.state(server)?.status !== "ready") return undefined;
  const listed = await connections.skills(server).catch(() => undefined);
  const review = listed && reviewSkills(listed, pins).find((skill) => skill.name === name);
  if (review?.verdict === "changed") return "it is not what was agreed to any more";
  return review?.verdict === "removed" ? "the server has it no more" : undefined;
}

function toServerSummary(summary: SkillSummary, server: string): SkillSummary {
  const { name, description } = summary;
  return { ...summary, name: `${server}/${name}`, description: cleanText(description), origin: server };
}

/** The server's own tools have our names; what is hidden in its text no model reads. */
function toServerSkill(skill: Skill, server: string): Skill {
  const { allowedTools } = skill;
  return {
    ...skill,
    ...toServerSummary(skill, server),
    body: cleanText(skill.body),
    ...(allowedTools && {
      allowedTools: allowedTools.map((tool) => (/[/*]/.test(tool) ? tool : `${server}/${tool}`)),
    }),
  };
}

/** What was agreed to of all servers. Servers that cannot be read have no skills here; whoever asks for tools is told. */
export async function openAllServerSkills(
  open: () => Promise<ProjectServers>,
  folder: string,
): Promise<ReadonlyMap<string, ServerSkills>> {
  const servers = await open().catch(() => undefined);
  const found = new Map<string, ServerSkills>();
  for (const server of servers?.names ?? []) {
    const skills = await openServerSkills(servers!, { server, folder }).catch(() => undefined);
    if (skills) found.set(server, skills);
  }
  return found;
}
