import type { CallScope } from "../call-scope.ts";

/** Where a name was looked for: the answer is good as long as these are the same. */
export interface MissPlace {
  readonly generation: number;
  readonly scope: CallScope;
}

/** The last names that were not found, since a model that is wrong once is often wrong again. */
export interface MissCache<Miss> {
  get(name: string, place: MissPlace): Miss | undefined;
  set(name: string, place: MissPlace, miss: Miss): Miss;
}

const mostNames = 64;
/** A name that is longer than any tool's is looked for anew each time rather than kept. */
const longestName = 200;

/** Makes an empty cache. It holds on to no scope: a visit that has ended is let go. */
export function createMissCache<Miss>(): MissCache<Miss> {
  let generation = -1;
  let byScope = new WeakMap<CallScope, Map<string, Miss>>();
  return {
    get: (name, place) => (place.generation === generation ? byScope.get(place.scope)?.get(name) : undefined),
    set: (name, place, miss) => {
      if (place.generation !== generation) {
        generation = place.generation;
        byScope = new WeakMap();
      }
      const names = byScope.get(place.scope) ?? new Map<string, Miss>();
      byScope.set(place.scope, names);
      if (names.size < mostNames && name.length <= longestName) names.set(name, miss);
      return miss;
    },
  };
}
