import { describe, expect, test } from "vitest";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Doors, enter, entryNames, withoutRecord, withoutUser } from "./entries.ts";

const timeout = 60_000;

const closed: readonly (readonly [string, Doors, readonly string[]])[] = [
  [
    "a policy for users denies it",
    { governance: { policies: { users: { "*": { deny: ["data/act"], allow: ["*"] } } } } },
    ["denied"],
  ],
  [
    "a policy for agents does not name it",
    { governance: { policies: { agents: { "*": ["data/first"] } } } },
    ["denied"],
  ],
  [
    "a policy asks, and nobody answers",
    { governance: { policies: { agents: { "*": { ask: ["data/act"], allow: ["*"] } } } } },
    ["needs_confirmation"],
  ],
  ["it is confirmed each time, and nobody answers", { policy: { confirm: "each-call" } }, ["needs_confirmation"]],
  ["its arguments do not fit", { input: { id: 7 } }, ["invalid"]],
  ["its arguments have more than is known", { input: { id: "x", confirmed: true } }, ["invalid"]],
];

describe.each(entryNames)("%s", (name) => {
  const onRecord = (statuses: readonly string[]): readonly string[] => (withoutRecord.includes(name) ? [] : statuses);

  test("reaches the handler through open doors once, and is on record", async () => {
    expect(await enter(name, {})).toEqual({ ran: ["x"], statuses: onRecord(["ok"]) });
  });

  test.each(closed)("does not reach the handler when %s, and is on record", async (_, doors, statuses) => {
    expect(await enter(name, doors)).toEqual({ ran: [], statuses: onRecord(statuses) });
  });

  test("reaches the handler exactly when all of any doors are open", { timeout }, async () => {
    const random = randomFrom(entryNames.indexOf(name) + 1);
    for (let round = 0; round < 40; round += 1) {
      const { doors, open } = anyDoors(random, !withoutUser.includes(name));
      const { ran } = await enter(name, doors);
      expect({ round, doors, ran: ran.length }).toEqual({ round, doors, ran: open ? 1 : 0 });
    }
  });
});

interface Choice {
  /** Whether this door alone would let the call pass. */
  readonly open: boolean;
  readonly doors: Doors;
}

/** One setting of every door. A door is open more often than not, so that all are now and then. */
function anyDoors(random: (below: number) => number, user: boolean): Choice {
  const pick = (...choices: readonly Choice[]): Choice => choices[random(2) === 0 ? 0 : random(choices.length)]!;
  const rule = (level: "agents" | "users", rules: object): Doors => ({
    governance: { policies: { [level]: { "*": rules } } },
  });
  const open: Choice = { open: true, doors: {} };
  const levels = (["agents", "users"] as const).map((level) =>
    pick(
      open,
      { open: level === "agents" || user, doors: rule(level, { allow: ["data/*"] }) },
      { open: false, doors: rule(level, { deny: ["data/act"], allow: ["*"] }) },
      { open: false, doors: rule(level, { ask: ["data/*"], allow: ["*"] }) },
      { open: false, doors: rule(level, { allow: ["other/*"] }) },
    ),
  );
  const others = [
    pick(open, { open: false, doors: { policy: { confirm: "always" } } }),
    pick(open, { open: false, doors: { input: { id: ["x"] } } }, { open: false, doors: { input: {} } }),
    pick(
      open,
      { open: user, doors: { more: { visibility: { users: ["mira"] } } } },
      { open: false, doors: { more: { visibility: { users: ["ann"] } } } },
      { open: false, doors: { more: { visibility: { agents: [] } } } },
      { open: false, doors: { more: { available: { check: () => false } } } },
    ),
  ];
  const all = [...levels, ...others];
  const policies = Object.assign({}, ...levels.map(({ doors }) => doors.governance?.policies));
  return {
    open: all.every((choice) => choice.open),
    doors: { ...Object.assign({}, ...all.map(({ doors }) => doors)), governance: { policies } },
  };
}

function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test("only the gateway's attempt, and what stands in for a tool under test, calls a handler", () => {
  const root = join(import.meta.dirname, "../../src");
  const callers = globSync("**/*.ts", { cwd: root }).filter((file) =>
    /\btool\w*!?\.(run|lookup!?)\(|\blookup!\(/.test(readFileSync(join(root, file), "utf8")),
  );
  expect(callers.toSorted()).toEqual([
    "project/chaos/inject-faults.ts",
    "project/with-faults.ts",
    "tools/gateway/attempt.ts",
    "tools/gateway/replay.ts",
  ]);
});
