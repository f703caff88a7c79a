import { expect, test } from "vitest";
import { World } from "./world.ts";

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("whatever people do one after the other, each time the handler ran it had passed the corridor", async () => {
  let acts = 0;
  for (let seed = 1; seed <= 40; seed += 1) {
    const world = new World(randomFrom(seed * 7919));
    const done: string[] = [];
    const moves: Readonly<Record<string, () => Promise<void> | void>> = {
      start: () => world.start(),
      "start another": () => world.start(),
      yes: () => world.resume("yes"),
      edit: () => world.resume("edit"),
      no: () => world.resume("no"),
      wake: () => world.resume("nothing"),
      fork: () => world.fork(),
      rules: () => world.changeRules(),
    };
    for (let step = 0; step < 10; step += 1) {
      const move = world.pick(Object.keys(moves));
      done.push(move);
      await moves[move]!();
    }
    await world.checkRecords();
    expect({ seed, done, faults: world.faults }).toEqual({ seed, done, faults: [] });
    acts += world.acts.length;
  }
  // Else it would prove nothing.
  expect(acts).toBeGreaterThan(50);
}, 120_000);
