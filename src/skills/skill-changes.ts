import type { Diagnostic } from "../base/errors.ts";
import type { JsonValue } from "../base/json.ts";
import type { Skill } from "./skill.ts";
import type { SopStep } from "./sop.ts";

/** A key of the front matter that has another value; a side is absent where the key is. */
export interface FieldChange {
  /** As in the file: `description`, `allowed-tools`, `metadata.version`. */
  readonly field: string;
  readonly before?: JsonValue;
  readonly after?: JsonValue;
}

/** How the steps of a skill differ. A step that only stands in another place counts as the same. */
export interface StepChanges {
  readonly added: readonly SopStep[];
  readonly removed: readonly SopStep[];
  readonly changed: readonly { readonly before: SopStep; readonly after: SopStep }[];
}

/** One skill before and after an edit. */
export interface SkillChange {
  readonly name: string;
  readonly location: string;
  /** The language, where it is a translation that was edited; `location` and the hashes are its own then. */
  readonly translation?: string;
  readonly hash: string;
  /** Absent where the text of before is no longer known; then `frontMatter` and `steps` are empty. */
  readonly hashBefore?: string;
  readonly frontMatter: readonly FieldChange[];
  readonly steps: StepChanges;
  /** True when text outside the front matter and the steps changed too. */
  readonly otherText: boolean;
  /** What is wrong with the skill as it is now, and was taken over all the same. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Compares two versions of a skill. */
export function compareSkills(before: Skill | undefined, after: Skill): SkillChange {
  const { name, location, hash, diagnostics } = after;
  const facts = { name, location, hash, diagnostics };
  if (!before) return { ...facts, frontMatter: [], steps: noChanges, otherText: true };
  const frontMatter = compareFields(fieldsOf(before), fieldsOf(after));
  const steps = compareSteps(before.sop.steps, after.sop.steps);
  const sameSteps = steps.added.length + steps.removed.length + steps.changed.length === 0;
  const otherText = sameSteps && before.body !== after.body;
  return { ...facts, hashBefore: before.hash, frontMatter, steps, otherText };
}

function fieldsOf(skill: Skill): Map<string, JsonValue> {
  const { description, allowedTools, license, compatibility, metadata, extra } = skill;
  const known: [string, JsonValue | undefined][] = [
    ["description", description],
    ["allowed-tools", allowedTools && [...allowedTools]],
    ["license", license],
    ["compatibility", compatibility],
    ...Object.entries(metadata).map(([key, value]): [string, JsonValue] => [`metadata.${key}`, value]),
    ...Object.entries(extra),
  ];
  return new Map(known.flatMap(([key, value]) => (value === undefined ? [] : [[key, value]])));
}

function compareFields(before: ReadonlyMap<string, JsonValue>, after: ReadonlyMap<string, JsonValue>): FieldChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].flatMap((field) => {
    const [old, now] = [before.get(field), after.get(field)];
    if (JSON.stringify(old) === JSON.stringify(now)) return [];
    return [{ field, ...(old !== undefined && { before: old }), ...(now !== undefined && { after: now }) }];
  });
}

/** Steps that read alike are the same, wherever they stand; of the others, those with one id are versions of one step. */
function compareSteps(before: readonly SopStep[], after: readonly SopStep[]): StepChanges {
  const gone = withoutThose(before, after);
  const fresh = withoutThose(after, before);
  const byId = new Map(gone.map((step) => [step.id, step]));
  const changed = fresh.flatMap((step) => {
    const old = byId.get(step.id);
    return old ? [{ before: old, after: step }] : [];
  });
  const paired = new Set(changed.flatMap((pair) => [pair.before, pair.after]));
  return {
    added: fresh.filter((step) => !paired.has(step)),
    removed: gone.filter((step) => !paired.has(step)),
    changed,
  };
}

function withoutThose(steps: readonly SopStep[], others: readonly SopStep[]): SopStep[] {
  const left = new Map<string, number>();
  for (const step of others) count(left, contentOf(step), 1);
  return steps.filter((step) => count(left, contentOf(step), -1) < 0);
}

/** @returns what the counter says then */
function count(counters: Map<string, number>, key: string, by: number): number {
  const now = (counters.get(key) ?? 0) + by;
  counters.set(key, now);
  return now;
}

/** Everything but where a step stands. */
function contentOf({ id: _id, index: _index, line: _line, column: _column, ...content }: SopStep): string {
  return JSON.stringify(content);
}

const noChanges: StepChanges = { added: [], removed: [], changed: [] };
