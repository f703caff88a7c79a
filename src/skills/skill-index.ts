import { basename, dirname } from "node:path";
import type { Diagnostic } from "../base/errors.ts";
import { nameClash } from "./library-diagnostics.ts";
import type { SkillHead } from "./parse-skill.ts";
import type { SkillScan } from "./scan-skills.ts";
import type { SkillSummary } from "./skill.ts";
import { toSkillKey } from "./to-skill-key.ts";

/** The skills of a scan by name. Never changed: another scan makes another index. */
export interface SkillIndex {
  /** Sorted by name. */
  readonly skills: readonly SkillSummary[];
  /** Paths of the files without a usable skill. */
  readonly broken: readonly string[];
  /** Files without a usable skill, by the name they give or else their folder's, so that asking for one tells why. */
  readonly brokenByName: ReadonlyMap<string, SkillSummary>;
  /** Everything that was found wrong. */
  readonly diagnostics: () => readonly Diagnostic[];
}

/** Makes the index of a scan. Where two skills share a name, the one found first has it. */
export function buildSkillIndex(scan: SkillScan): SkillIndex {
  const byName = new Map<string, SkillSummary>();
  const brokenByName = new Map<string, SkillSummary>();
  const broken: string[] = [];
  for (const location of scan.files) {
    const head = scan.heads.get(location);
    if (head?.summary) {
      if (!byName.has(head.summary.name)) byName.set(head.summary.name, head.summary);
      continue;
    }
    broken.push(location);
    const stub = brokenSummary(head, location);
    if (!brokenByName.has(stub.name)) brokenByName.set(stub.name, stub);
  }
  // Without a function that compares, which is several times as fast; the order is the same.
  const skills = [...byName.keys()].toSorted().map((name) => byName.get(name)!);
  return { skills, broken, brokenByName, diagnostics: collectDiagnostics(scan, skills) };
}

/**
 * The index after one file alone has changed, where that changed no name: nothing but the skill's own entry is new.
 * `undefined` in any other case.
 */
export function replaceSummary(index: SkillIndex, scan: SkillScan, summary: SkillSummary): SkillIndex | undefined {
  const position = positionOf(index.skills, summary.name);
  if (index.skills[position]?.location !== summary.location) return undefined;
  const skills = index.skills.with(position, summary);
  return { ...index, skills, diagnostics: collectDiagnostics(scan, skills) };
}

/** The skill of a name. */
export function findSummary(skills: readonly SkillSummary[], name: string): SkillSummary | undefined {
  return skills[positionOf(skills, toSkillKey(name))];
}

/** Collected when they are asked for, and once. */
function collectDiagnostics(scan: SkillScan, skills: readonly SkillSummary[]): () => readonly Diagnostic[] {
  let collected: readonly Diagnostic[] | undefined;
  return () => (collected ??= diagnosticsOf(scan, skills));
}

function diagnosticsOf(
  { files, heads, diagnostics: ofFolders }: SkillScan,
  skills: readonly SkillSummary[],
): Diagnostic[] {
  const all = [...ofFolders];
  const named = files.filter((location) => heads.get(location)?.summary);
  const isAmbiguous = named.length > skills.length;
  for (const location of files) {
    const { summary, diagnostics } = heads.get(location) ?? { diagnostics: [] };
    if (diagnostics.length > 0) all.push(...diagnostics);
    const winner = isAmbiguous && summary && findSummary(skills, summary.name);
    if (winner && winner.location !== location) all.push(nameClash(winner.name, location, winner.location));
  }
  return all;
}

function positionOf(skills: readonly SkillSummary[], name: string): number {
  let low = 0;
  for (let high = skills.length; high - low > 1;) {
    const middle = (low + high) >> 1;
    if (skills[middle]!.name <= name) low = middle;
    else high = middle;
  }
  return skills[low]?.name === name ? low : -1;
}

function brokenSummary(head: SkillHead | undefined, location: string): SkillSummary {
  const folder = dirname(location);
  return { name: head?.name ?? toSkillKey(basename(folder)), description: "", location, folder };
}
