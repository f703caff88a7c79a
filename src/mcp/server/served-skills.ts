import type { SkillCatalog } from "@modelcontextprotocol/server/ext/skills";
import { messageOf } from "../../base/errors.ts";
import type { SkillLibrary } from "../../skills/skill-library.ts";
import type { SkillSummary } from "../../skills/skill.ts";
import type { ListChanges } from "./list-changes.ts";
import { serveNothing } from "./serve-errors.ts";
import { skillFiles } from "./skill-files.ts";

/** The skills that are served. */
export interface ServedSkills {
  readonly library: SkillLibrary;
  /** As the Skills extension lists them, with a digest of each file. */
  readonly catalog: SkillCatalog;
  /** What can be had as a prompt, sorted by name. */
  list(): readonly SkillSummary[];
  close(): Promise<void>;
}

/** What skills are served of. */
export interface ServedSkillsParts {
  readonly library: SkillLibrary | undefined;
  /** @default all */
  readonly names: readonly string[] | undefined;
  readonly changes: ListChanges;
  readonly notice: (message: string) => void;
}

/**
 * Reads the skills that are served, and watches them: clients are told of what is new, changed or gone.
 * @throws `MCP_SERVE_UNKNOWN`
 */
export async function openServedSkills(parts: ServedSkillsParts): Promise<ServedSkills | undefined> {
  const { library, names = ["*"], changes, notice } = parts;
  if (!library || names.length === 0) return undefined;
  const [{ SkillCatalog }, { watchSkills }] = await Promise.all([
    import("@modelcontextprotocol/server/ext/skills"),
    import("../../skills/watch-skills.ts"),
  ]);
  checkNames(library, names);
  const isNamed = (skill: SkillSummary): boolean => isOwn(skill) && names.includes(skill.name);
  const isForModels = (skill: SkillSummary): boolean =>
    !skill.notForModels && (isNamed(skill) || (isOwn(skill) && names.includes("*")));
  const catalog = await SkillCatalog.load(skillFiles(library, isForModels), {
    // A project without skills is none that anything is wrong with.
    onWarning: ({ path, message }) => path !== "." && notice(`Skill ${path}: ${message}`),
  });
  const watcher = watchSkills(library, {
    onReload: () => {
      changes.tell("prompts");
      // A changed digest is news to whoever keeps what it has read, though the list reads as before.
      catalog.reload().then(
        () => changes.tell("resources"),
        (error: unknown) => notice(`The skills could not be read again: ${messageOf(error)}`),
      );
    },
    onProblem: ({ message }) => notice(message),
  });
  return {
    library,
    catalog,
    // A person picks a prompt, so a skill that no model may pick is one where the operator named it.
    list: () => library.list().filter((skill) => isForModels(skill) || isNamed(skill)),
    close: () => watcher.close(),
  };
}

/** What other servers wrote, `server/name`, is theirs to offer. */
function isOwn({ name }: SkillSummary): boolean {
  return !name.includes("/");
}

function checkNames(library: SkillLibrary, names: readonly string[]): void {
  const known = library.list().flatMap(({ name, origin }) => (origin === undefined ? [name] : []));
  const unknown = names.find((name) => name !== "*" && !known.includes(name));
  if (unknown !== undefined) throw serveNothing("skill", unknown, known);
}
