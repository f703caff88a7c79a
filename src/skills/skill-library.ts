import { basename, dirname } from "node:path";
import { setImmediate } from "node:timers/promises";
import type { Diagnostic } from "../base/errors.ts";
import { findSkillFiles } from "./find-skill-files.ts";
import { nameClash } from "./library-diagnostics.ts";
import type { SkillHead } from "./parse-skill.ts";
import { fileKey } from "./read-regular-file.ts";
import { readSkillFile, readSkillHead, type SkillFile } from "./read-skill-file.ts";
import { requiredName, requiredSkill, requiredSkills, toRequiredPath } from "./required-skills.ts";
import { skillBroken, skillNotFound } from "./skill-errors.ts";
import { listSkillResources, readSkillResource, type SkillResource } from "./skill-resources.ts";
import { translateSkill } from "./skill-translation.ts";
import type { Skill, SkillSummary } from "./skill.ts";

/** Where the skills are. */
export interface SkillLibraryOptions {
  /** Folders that hold skills, the first winning where two skills share a name. */
  readonly roots: readonly string[];
}

/** In which language a skill is wanted. */
export interface GetSkillOptions {
  /** A BCP 47 tag. The nearest `SKILL.<tag>.md` beside the SKILL.md gives the text; without one the SKILL.md does. */
  readonly locale?: string;
}

/** What a load found. */
export interface LibraryReport {
  /** Sorted by name. */
  readonly skills: readonly SkillSummary[];
  /** Paths of the SKILL.md files that hold no usable skill; `diagnostics` says why. */
  readonly broken: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The skills on disk: an index of names and descriptions, and everything else on demand. */
export interface SkillLibrary {
  /** Reads the index anew and swaps it as a whole. One bad file, or a missing root, never stops the others. */
  load(): Promise<LibraryReport>;
  /** The index as of the last load, sorted by name; empty before. */
  list(): readonly SkillSummary[];
  /**
   * A skill with its body; its file is read when it is asked for first, and again when it has changed on disk.
   *
   * @throws `SKILL_NOT_FOUND` with the nearest names, `SKILL_BROKEN` with everything that is wrong in the file
   */
  get(name: string, options?: GetSkillOptions): Promise<Skill>;
  /**
   * A text file of the skill's folder; or, as `skill:<name>`, the text of a skill that this one requires.
   *
   * @throws `SKILL_NOT_FOUND`, `SKILL_RESOURCE_REFUSED`, `SKILL_RESOURCE_NOT_FOUND`, `SKILL_RESOURCE_TOO_LARGE`,
   * `SKILL_RESOURCE_NOT_TEXT`
   */
  readResource(name: string, relativePath: string): Promise<SkillResource>;
  /**
   * Paths of the files beside the SKILL.md, sorted, at most 200; then `skill:<name>` for each skill it requires.
   *
   * @throws `SKILL_NOT_FOUND`, `SKILL_BROKEN`
   */
  resources(name: string): Promise<readonly string[]>;
  /** Everything the last load found wrong. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Makes a library over folders of skills. Nothing is read before the first `load` or `get`. */
export function createSkillLibrary(options: SkillLibraryOptions): SkillLibrary {
  let index: SkillIndex | undefined;
  const files = new Map<string, SkillFile>();
  const load = async (): Promise<SkillIndex> => {
    index = await loadIndex(options.roots);
    return index;
  };
  const find = async (name: string): Promise<SkillSummary> => {
    const known = index ?? (await load());
    const summary = known.byName.get(toKey(name)) ?? known.brokenByName.get(toKey(name));
    if (!summary) throw skillNotFound(name, [...known.byName.keys()]);
    return summary;
  };
  const get = async (name: string): Promise<Skill> => {
    const { location } = await find(name);
    const file = refresh(location, files);
    if (!file.skill) throw skillBroken(name, location, file.diagnostics);
    if (file.skill.name === toKey(name)) return file.skill;
    throw skillNotFound(name, [file.skill.name], `The file ${location} now calls itself "${file.skill.name}".`);
  };
  return {
    load: async () => (await load()).report,
    list: () => index?.report.skills ?? [],
    get: async (name, { locale } = {}) => {
      const skill = await get(name);
      return locale === undefined ? skill : translateSkill(skill, locale, (location) => refresh(location, files));
    },
    readResource: async (name, path) => {
      const required = requiredName(path);
      if (required === undefined) return readSkillResource(await find(name), path);
      const skill = await requiredSkill(await get(name), required, get);
      return { text: skill.body, path };
    },
    resources: async (name) => {
      const skill = await get(name);
      return [...(await listSkillResources(skill)), ...requiredSkills(skill).map(toRequiredPath)];
    },
    get diagnostics() {
      return index?.report.diagnostics ?? [];
    },
  };
}

interface SkillIndex {
  readonly byName: ReadonlyMap<string, SkillSummary>;
  /** Files without a usable skill, by the name they give or else their folder's, so that asking for one tells why. */
  readonly brokenByName: ReadonlyMap<string, SkillSummary>;
  readonly report: LibraryReport;
}

async function loadIndex(roots: readonly string[]): Promise<SkillIndex> {
  const { files, diagnostics: found } = await findSkillFiles(roots);
  const heads = await readHeads(files);
  const byName = new Map<string, SkillSummary>();
  const brokenByName = new Map<string, SkillSummary>();
  const broken: string[] = [];
  const diagnostics = [...found];
  for (const [position, head] of heads.entries()) {
    const location = files[position]!;
    diagnostics.push(...head.diagnostics);
    if (!head.summary) {
      broken.push(location);
      const stub = brokenSummary(head, location);
      if (!brokenByName.has(stub.name)) brokenByName.set(stub.name, stub);
      continue;
    }
    const winner = byName.get(head.summary.name);
    if (winner) diagnostics.push(nameClash(head.summary.name, location, winner.location));
    else byName.set(head.summary.name, head.summary);
  }
  const skills = [...byName.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return { byName, brokenByName, report: { skills, broken, diagnostics } };
}

function brokenSummary(head: SkillHead, location: string): SkillSummary {
  const folder = dirname(location);
  return { name: head.name ?? toKey(basename(folder)), description: "", location, folder };
}

function refresh(location: string, files: Map<string, SkillFile>): SkillFile {
  const known = files.get(location);
  if (known?.key !== undefined && known.key === fileKey(location)) return known;
  const file = readSkillFile(location);
  files.set(location, file);
  return file;
}

/** Lets other work go on between groups of files. */
async function readHeads(files: readonly string[]): Promise<SkillHead[]> {
  const heads: SkillHead[] = [];
  for (const file of files) {
    heads.push(readSkillHead(file));
    if (heads.length % 50 === 0) await setImmediate();
  }
  return heads;
}

/** Names are one whether their letters are composed or not. */
function toKey(name: string): string {
  return name.normalize("NFKC");
}
