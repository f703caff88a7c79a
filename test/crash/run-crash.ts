import { disturbBoth, disturbInTurn, disturbOnce, type Verdict } from "./scenarios.ts";
import type { FailPlan } from "./fail-points.ts";

/**
 * Kills, stops and starves runs at numbered points, and looks whether a promise was broken:
 * `run-crash.ts [--all] [--seed <n>] [--random <n>] [--jobs <n>] [--kind <kind>]`. Without `--all` every ninth point is tried.
 */
const KINDS = ["kill", "stop", "full", "locked", "clock"] as const;

const argv = process.argv.slice(2);
const numberOf = (name: string, fallback: number): number => {
  const at = argv.indexOf(name);
  return at === -1 ? fallback : Number(argv[at + 1]);
};
const all = argv.includes("--all");
const seed = numberOf("--seed", 20_260_501);
const step = all ? 1 : 9;
/** `--kind stop` tries that kind alone. */
const only = argv.includes("--kind") ? argv[argv.indexOf("--kind") + 1] : undefined;

interface Schedule {
  readonly name: string;
  readonly play: () => Promise<Verdict>;
}

/** A reproducible row of numbers from 0 up to 1 (mulberry32). */
function randomFrom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function schedulesOf(points: number): readonly Schedule[] {
  const random = randomFrom(seed);
  const anyPoint = (): number => 1 + Math.floor(random() * points);
  const anyPlan = (): FailPlan => ({
    at: anyPoint(),
    kind: KINDS[Math.floor(random() * KINDS.length)]!,
  });
  const schedules: Schedule[] = [];
  for (const kind of KINDS)
    for (let at = 1 + (kind.length % step); at <= points; at += step)
      schedules.push({ name: `${kind} at ${at}`, play: () => disturbOnce({ at, kind }) });
  if (only !== undefined) return schedules.filter(({ name }) => name.startsWith(only));
  for (let count = 0; count < (all ? 60 : 6); count += 1) {
    const [at, again] = [anyPoint(), anyPoint()];
    const plans = [
      { at, kind: "kill" as const },
      { at: again, kind: "kill" as const },
    ] as const;
    schedules.push({
      name: `kill at ${at}, recovery killed at ${again}`,
      play: () => disturbInTurn(plans),
    });
    schedules.push({
      name: `two processes killed at ${at} and ${again}`,
      play: () => disturbBoth(plans),
    });
  }
  for (let count = 0; count < numberOf("--random", all ? 60 : 6); count += 1) {
    const plans = Array.from({ length: 2 + Math.floor(random() * 3) }, anyPlan);
    schedules.push({
      name: `random ${plans.map(({ kind, at }) => `${kind}@${at}`).join(" ")}`,
      play: () => disturbInTurn(plans),
    });
  }
  return schedules;
}

async function work(queue: Schedule[], failed: string[]): Promise<void> {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const { violations } = await next.play();
    for (const violation of violations) {
      failed.push(`${next.name}: ${violation}`);
      process.stderr.write(`${next.name}: ${violation}\n`);
    }
    if (queue.length % 50 === 0) process.stderr.write(`${queue.length} to go, ${failed.length} violations\n`);
  }
}

const startedAt = performance.now();
const undisturbed = await disturbOnce({ at: 0, kind: "kill" });
const points = undisturbed.points.length;
const schedules = schedulesOf(points);
const failed = [...undisturbed.violations];
const queue = [...schedules];
await Promise.all(Array.from({ length: numberOf("--jobs", 2) }, () => work(queue, failed)));
process.stdout.write(
  [
    `points ${points}, schedules ${schedules.length}, seed ${seed}, violations ${failed.length}, ${Math.round((performance.now() - startedAt) / 1000)} s`,
    "",
  ].join("\n"),
);
process.exitCode = failed.length === 0 ? 0 : 1;
