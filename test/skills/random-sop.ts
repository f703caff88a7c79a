import type { JsonValue } from "../../src/base/json.ts";
import type { SopArgument } from "../../src/skills/sop-argument.ts";
import type { SopCondition, SopTest } from "../../src/skills/sop-condition.ts";
import type { SopCallStatus, SopEvent } from "../../src/skills/sop-state.ts";
import type { Sop, SopStep, StepTimes } from "../../src/skills/sop.ts";

/** Random numbers that come again for the same seed. */
export interface Dice {
  below(limit: number): number;
  chance(percent: number): boolean;
  pick<Value>(values: readonly Value[]): Value;
}

/** A small generator (mulberry32): good enough to spread cases, and the same on every machine. */
export function createDice(seed: number): Dice {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { below, chance: (percent) => below(100) < percent, pick: (values) => values[below(values.length)]! };
}

/** A random SOP whose steps ask about earlier ones only. */
export function randomSop(dice: Dice): Sop {
  const size = 1 + dice.below(7);
  if (dice.chance(25)) return { source: "prose", steps: randomProse(size, dice) };
  const order = Array.from({ length: size }, (_, index) => index).toSorted(() => (dice.chance(50) ? 1 : -1));
  const steps = Array.from({ length: size }, (_, index) => {
    const earlier = order.slice(0, order.indexOf(index)).map((other) => `s${other}`);
    return randomStep(index, earlier, dice);
  });
  if (!dice.chance(30)) return { source: "block", steps };
  const args = dice.chance(50) ? { args: [{ name: "id", equals: dice.pick(values), line: 50 }] } : {};
  const when = dice.chance(50) ? { when: randomTest(`s${dice.below(size)}`, dice) } : {};
  return { source: "block", steps, never: [{ tool: dice.pick(tools), ...args, ...when, line: 50 }] };
}

/** A random run: calls, some announced before they end, some told twice, and skips. */
export function randomEvents(sop: Sop, dice: Dice): SopEvent[] {
  const events: SopEvent[] = [];
  const length = 1 + dice.below(14);
  for (let count = 0; count < length; count += 1) {
    if (dice.chance(12)) {
      events.push({ type: "skip", step: dice.pick(sop.steps).id, reason: "not needed" });
      continue;
    }
    const likely = dice.pick(sop.steps).tools[0];
    const tool = likely !== undefined && dice.chance(85) ? likely : dice.pick(tools);
    const call = { callId: `c${dice.chance(95) ? count : 0}`, tool, input: randomObject(dice) };
    const status = dice.chance(65) ? "ok" : dice.pick(statuses);
    const end: SopEvent = { type: "call", ...call, status, output: randomObject(dice) };
    if (dice.chance(30)) events.push({ type: "start", ...call });
    if (dice.chance(85)) events.push(end);
  }
  return events;
}

function randomProse(size: number, dice: Dice): SopStep[] {
  let number = 0;
  return Array.from({ length: size }, (_, index) => {
    const isBullet = dice.chance(25);
    if (!isBullet) number = dice.chance(15) ? 1 : number + 1;
    const level = dice.pick(["must", "must", "must", "should", "may", "must-not"] as const);
    const id = isBullet ? `${number}-${index}` : index === 0 ? String(number) : `${number}#${index}`;
    const names = dice.chance(80) ? [dice.pick(tools)] : [];
    return {
      id,
      index,
      text: `step ${id}`,
      level,
      tools: dice.chance(15) ? [...names, "t/other"] : names,
      conditional: dice.chance(25),
      ordered: !isBullet,
      line: index + 1,
    };
  });
}

function randomStep(index: number, earlier: readonly string[], dice: Dice): SopStep {
  const level = dice.pick(["must", "must", "should", "may"] as const);
  const asks = earlier.length > 0;
  const when = asks && dice.chance(35) ? { when: randomCondition(earlier, dice, { depth: 0, bare: false }) } : {};
  const after = asks && dice.chance(45) ? { after: randomCondition(earlier, dice, { depth: 0, bare: true }) } : {};
  const args = dice.chance(30) ? { args: randomArguments(earlier, dice) } : {};
  const times = dice.chance(20) ? { times: randomTimes(earlier, dice) } : {};
  const accept = dice.chance(20)
    ? { accept: dice.pick([["degraded"], ["failed"], ["degraded", "failed"]] as const) }
    : {};
  const evidence = dice.chance(20) ? { evidence: ["id"] } : {};
  return {
    id: `s${index}`,
    index,
    text: `step ${index}`,
    level,
    tools: dice.chance(92) ? [dice.pick(tools)] : [],
    conditional: "when" in when,
    ordered: false,
    line: index + 1,
    ...after,
    ...when,
    ...times,
    ...args,
    ...accept,
    ...evidence,
  };
}

interface ConditionShape {
  readonly depth: number;
  readonly bare: boolean;
}

function randomCondition(steps: readonly string[], dice: Dice, { depth, bare }: ConditionShape): SopCondition {
  const form = depth > 2 ? 9 : dice.below(10);
  const part = (): SopCondition => randomCondition(steps, dice, { depth: depth + 1, bare });
  if (form === 0) return { not: randomCondition(steps, dice, { depth: depth + 1, bare: false }) };
  if (form < 3) return { all: Array.from({ length: 1 + dice.below(3) }, part) };
  if (form < 5) return { any: Array.from({ length: 1 + dice.below(3) }, part) };
  const step = dice.pick(steps);
  const callTest = bare && dice.chance(30) ? randomCallTest(dice) : {};
  if (bare && dice.chance(70)) return { step, ...callTest };
  const test = randomTest(step, dice);
  return test.is === undefined ? { ...test, ...callTest } : test;
}

function randomCallTest(dice: Dice): Pick<SopTest, "same" | "fresh"> {
  return dice.pick([
    { fresh: true },
    { same: ["id"] },
    { same: ["id"], fresh: true },
    { same: ["id", "count"], fresh: true },
  ] as const);
}

function randomTimes(earlier: readonly string[], dice: Dice): StepTimes {
  if (earlier.length > 0 && dice.chance(30)) {
    const each = { per: dice.pick(["id", "count"]), each: dice.pick(earlier) };
    return dice.chance(30) ? { ...each, atMost: 1 } : each;
  }
  return dice.pick<StepTimes>([
    { atLeast: 2 },
    { atMost: 1 },
    { atLeast: 2, atMost: 2 },
    { atMost: 2 },
    { atMost: 1, per: "id" },
    { atLeast: 2, per: "id" },
    { atLeast: 3, atMost: 1, per: "count" },
    { atLeast: 2, atMost: 2, per: "list.0" },
  ]);
}

function randomTest(step: string, dice: Dice): SopTest {
  const test = (): Omit<SopTest, "step"> =>
    dice.pick([
      { is: dice.pick(["done", "failed", "degraded", "skipped"] as const) },
      { path: "id", equals: dice.pick(values) },
      { path: "id", in: [dice.pick(values), dice.pick(values)] },
      { path: "list", contains: dice.pick(values) },
      { path: "id", contains: "a" },
      { path: "id", matches: dice.pick(["^a", "b$", "a|c"]) },
      { path: "list.0", exists: dice.chance(50) },
      { path: "count", above: dice.below(3) },
      { path: "count", atLeast: dice.below(3) },
      { path: "count", below: dice.below(3) },
      { path: "count", atMost: dice.below(3), atLeast: 1 },
      { path: "list", length: dice.below(3) },
      { path: "id", length: { atLeast: 1 } },
    ]);
  return { step, ...test() };
}

function randomArguments(earlier: readonly string[], dice: Dice): SopArgument[] {
  const line = 1;
  if (earlier.length === 0 || dice.chance(50)) {
    return [
      dice.pick([
        { name: "id", equals: dice.pick(values), line },
        { name: "id", contains: "a", line },
        { name: "list", contains: dice.pick(values), line },
      ]),
    ];
  }
  const step = dice.pick(earlier);
  return [
    dice.pick([
      { name: "id", sameAs: step, line },
      { name: "id", step, path: "id", line },
      { name: "count", sameAs: step, argument: "count", line },
    ]),
  ];
}

function randomObject(dice: Dice): JsonValue {
  const list = Array.from({ length: dice.below(3) }, () => dice.pick(values));
  return dice.chance(15) ? null : { id: dice.pick(values), count: dice.below(4), list };
}

const tools = ["t/a", "t/b", "t/c", "t/d"];
const values = ["a", "b", "ab"];
const statuses: readonly SopCallStatus[] = [
  "degraded",
  "failed",
  "timeout",
  "unavailable",
  "in_doubt",
  "denied",
  "invalid",
  "needs_confirmation",
];
