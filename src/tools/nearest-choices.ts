import { nearestNames } from "../base/names.ts";

/** The last names that were looked for in one list, since a model that is wrong once is often wrong again. */
const mostNames = 64;
const longestName = 200;

const known = new WeakMap<readonly unknown[], Map<string, readonly string[]>>();

/**
 * The choices of a schema that are nearest to a name, as {@link nearestNames} has them. Remembered for each list, so give
 * the list that belongs to the schema, not a copy.
 */
export function nearestChoices(name: string, choices: readonly unknown[]): readonly string[] {
  let names = known.get(choices);
  if (names === undefined) known.set(choices, (names = new Map()));
  const before = names.get(name);
  if (before !== undefined) return before;
  const found = nearestNames(name, choices.map(String));
  if (names.size < mostNames && name.length <= longestName) names.set(name, found);
  return found;
}
