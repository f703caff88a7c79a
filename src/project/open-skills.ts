import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Embedder } from "../model/embedder.ts";
import { createSkillLibrary, type SkillLibrary } from "../skills/skill-library.ts";
import type { ProjectSettings } from "./load-config.ts";
import type { ModelSettings } from "./model-settings.ts";
import type { ProjectServers } from "./servers/project-servers.ts";

/** What the skills of a project need beside its settings. */
export interface ProjectSkillsParts {
  /** Keeps their texts in memory, so that they can be watched. */
  readonly hold: boolean;
  /** Whose server gives vectors, if the config asks for some; absent without a key. */
  readonly model: ModelSettings | undefined;
  readonly servers: () => Promise<ProjectServers>;
}

/** Opens those of the project's folders, and those of servers to which somebody agreed. */
export async function openProjectSkills(
  settings: ProjectSettings,
  folder: string,
  { hold, model, servers }: ProjectSkillsParts,
): Promise<SkillLibrary> {
  const embedder = await openEmbedder(settings, model);
  const own = createSkillLibrary({
    roots: settings.skills,
    indexFile: join(folder, ".sopwith", "skill-index"),
    vectorFile: join(folder, ".sopwith", "skill-vectors"),
    holdTexts: hold,
    ...(embedder && { embedder }),
  });
  await own.load();
  const mayHaveServers = ["mcp.lock.json", "mcp.json"].some((file) => existsSync(join(folder, file)));
  if (!mayHaveServers && settings.mcpServers === undefined) return own;
  const { withServerSkills } = await import("./servers/with-server-skills.ts");
  return withServerSkills(own, { servers, folder });
}

async function openEmbedder(
  { search }: ProjectSettings,
  model: ModelSettings | undefined,
): Promise<Embedder | undefined> {
  return search && (await import("./open-embedder.ts")).openEmbedder(search, model);
}
