import type { PlannedFault } from "../../model/fault-plan.ts";

/** One drill: some faults, and what came of them. */
export interface Drill {
  readonly name: string;
  /** What the model was told, in order; of a workflow's calls those that did not go well. */
  readonly told: readonly string[];
  /** The way it took: attempts, fallbacks, how each ended. */
  readonly path: readonly string[];
  /** What must never happen, and did; empty for a drill that was passed. */
  readonly faults: readonly string[];
}

/** The faults that every tool should stand, one drill each. */
export const standardDrills: Readonly<Record<string, readonly PlannedFault[]>> = {
  "fails once": [{ kind: "fail", message: "503 Service Unavailable", times: 1 }],
  "is down": [{ kind: "fail", message: "ECONNREFUSED", times: 100 }],
  "does not answer": [{ kind: "timeout", times: 100 }],
  "answers in another form": [{ kind: "bad-shape", times: 100 }],
  "is slow": [{ kind: "slow", ms: 50, times: 1 }],
  "answers too much": [{ kind: "huge", characters: 20_000_000, times: 100 }],
  "fails after it acted": [{ kind: "after-effect", times: 100 }],
};

/** Numbers from 0 to 1 that are the same for the same seed. */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A drill of several faults in the order that the seed gives. */
export function mixedDrill(seed: number): readonly PlannedFault[] {
  const random = seededRandom(seed);
  const pool = Object.values(standardDrills).flat();
  return Array.from({ length: 4 }, () => ({
    ...pool[Math.floor(random() * pool.length)]!,
    times: 1 + Math.floor(random() * 2),
  }));
}
