import type { SkillLibrary } from "../../skills/skill-library.ts";
import type { SkillHit } from "../../skills/search-skills.ts";
import type { ProjectServers } from "./project-servers.ts";
import { openAllServerSkills, openServerSkills, type ServerSkills } from "./server-skills.ts";
import { skillQuarantined } from "./servers-errors.ts";

/** Where the skills of servers come from. */
export interface ServerSkillsParts {
  /** Asked when skills are first asked for; none of them is started by it. */
  readonly servers: () => Promise<ProjectServers>;
  /** Of the project. */
  readonly folder: string;
}

/**
 * The project's skills, and beside them those of servers that somebody agreed to, by the name `server/name`. What is
 * agreed to while the project is open counts at the next look.
 */
export async function withServerSkills(own: SkillLibrary, parts: ServerSkillsParts): Promise<SkillLibrary> {
  const shelf = await openShelf(parts);
  return {
    ...own,
    get diagnostics() {
      return own.diagnostics;
    },
    load: async () => {
      await shelf.look();
      return own.load();
    },
    reload: async (options) => {
      await shelf.look();
      return own.reload(options);
    },
    list: () => [...own.list(), ...shelf.all().flatMap((skills) => skills.list())],
    get: async (name, options) => {
      const found = await shelf.find(name);
      return found ? found.skills.get(found.inner, options) : own.get(name, options);
    },
    readResource: async (name, path) => {
      const found = await shelf.find(name);
      // It is held against what was agreed to each time.
      await found?.skills.get(found.inner);
      return found ? found.skills.library.readResource(found.inner, path) : own.readResource(name, path);
    },
    resources: async (name) => {
      const found = await shelf.find(name);
      return found ? found.skills.library.resources(found.inner) : own.resources(name);
    },
    text: async (name) => {
      const found = await shelf.find(name);
      return found ? found.skills.library.text(found.inner) : own.text(name);
    },
    search: async (query, limit = 10, how = {}) => {
      const lists = await Promise.all(shelf.all().map((skills) => searchIn(skills, query, limit)));
      const hits = [...(await own.search(query, limit, how)), ...lists.flat()];
      return hits.toSorted((a, b) => b.score - a.score).slice(0, limit);
    },
  };
}

/** A skill of a server, and its own name there. */
interface FoundSkill {
  readonly skills: ServerSkills;
  readonly inner: string;
}

interface Shelf {
  all(): readonly ServerSkills[];
  look(): Promise<void>;
  /** `undefined` for a name that is none of a server's. @throws `MCP_SKILL_QUARANTINED` where nobody agreed to it, `MCP_LOCK` */
  find(name: string): Promise<FoundSkill | undefined>;
}

async function openShelf({ servers, folder }: ServerSkillsParts): Promise<Shelf> {
  let agreed = await openAllServerSkills(servers, folder);
  const look = async (): Promise<void> => {
    agreed = await openAllServerSkills(servers, folder);
  };
  const onShelf = (server: string, inner: string): FoundSkill | undefined => {
    const skills = agreed.get(server);
    return skills && Object.hasOwn(skills.pins, inner) ? { skills, inner } : undefined;
  };
  return {
    all: () => [...agreed.values()],
    look,
    find: async (name) => {
      const slash = name.indexOf("/");
      if (slash === -1) return undefined;
      const [server, inner] = [name.slice(0, slash), name.slice(slash + 1)];
      const found = onShelf(server, inner);
      if (found) return found;
      const known = await servers().catch(() => undefined);
      if (known?.names.includes(server) !== true) return undefined;
      const skills = await openServerSkills(known, { server, folder });
      if (skills) agreed = new Map([...agreed, [server, skills]]);
      const now = onShelf(server, inner);
      if (now) return now;
      throw skillQuarantined(server, inner, "nobody has agreed to it");
    },
  };
}

async function searchIn({ server, library, pins }: ServerSkills, query: string, limit: number): Promise<SkillHit[]> {
  const hits = await library.search(query, limit);
  return hits.flatMap((hit) => (Object.hasOwn(pins, hit.name) ? [{ ...hit, name: `${server}/${hit.name}` }] : []));
}
