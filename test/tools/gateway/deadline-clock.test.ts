import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { type Alarm, createDeadlineClock } from "../../../src/tools/gateway/deadline-clock.ts";

const now = (): number => performance.now();
const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const timers = (): number => process.getActiveResourcesInfo().filter((kind) => kind === "Timeout").length;

interface Rung {
  readonly name: string;
  readonly cause: string;
}

function alarm({ in: ms, signal, ring = () => {} }: { in: number; signal?: AbortSignal; ring?: Alarm["ring"] }): Alarm {
  return { at: now() + ms, signal, slot: -1, ring };
}

test("rings in the order of time, whatever the order of arrival", async () => {
  const clock = createDeadlineClock(now);
  const rung: Rung[] = [];
  const done = Promise.withResolvers<void>();
  for (const [name, ms] of [
    ["late", 60],
    ["soon", 10],
    ["next", 30],
  ] as const) {
    clock.add(alarm({ in: ms, ring: (cause) => (rung.push({ name, cause }), name === "late" && done.resolve()) }));
  }
  await done.promise;
  expect(rung).toEqual([
    { name: "soon", cause: "time" },
    { name: "next", cause: "time" },
    { name: "late", cause: "time" },
  ]);
});

test("arms nothing for what is removed within the same turn", async () => {
  const clock = createDeadlineClock(now);
  const before = timers();
  const alarms = [alarm({ in: 1000 }), alarm({ in: 1000 }), alarm({ in: 1000 })];
  for (const each of alarms) clock.add(each);
  for (const each of [alarms[1]!, alarms[0]!, alarms[2]!]) clock.remove(each);
  await turn();
  expect(timers()).toBe(before);
});

test("holds one timer for many alarms, and none when the last is removed", async () => {
  const clock = createDeadlineClock(now);
  const before = timers();
  const alarms = Array.from({ length: 100 }, (_, index) => alarm({ in: 1000 + index * 50 }));
  for (const each of alarms) clock.add(each);
  await turn();
  expect(timers()).toBe(before + 1);
  for (const each of alarms) clock.remove(each);
  expect(timers()).toBe(before);
});

test("keeps its timer for what comes next, and holds the process only while something waits", async () => {
  const clock = createDeadlineClock(now);
  const before = timers();
  const [first, second] = [alarm({ in: 60_000 }), alarm({ in: 60_000 })];
  clock.add(first);
  const during = timers();
  clock.remove(first);
  const after = timers();
  clock.add(second);
  expect([during, after, timers()]).toEqual([before + 1, before, before + 1]);
  clock.remove(second);
});

test("a timer that was kept rings what comes later and is due sooner", async () => {
  const clock = createDeadlineClock(now);
  const early = alarm({ in: 60_000 });
  clock.add(early);
  clock.remove(early);
  const rung = Promise.withResolvers<string>();
  clock.add(alarm({ in: 10, ring: rung.resolve }));
  expect(await rung.promise).toBe("time");
});

test("a process ends although its clock has kept a timer", async () => {
  const file = new URL("../../../src/tools/gateway/deadline-clock.ts", import.meta.url).href;
  const script = `
    const { createDeadlineClock } = await import(${JSON.stringify(file)});
    const clock = createDeadlineClock(() => performance.now());
    const alarm = { at: performance.now() + 3600000, slot: -1, ring() {} };
    clock.add(alarm);
    await new Promise((resolve) => setTimeout(resolve, 5));
    clock.remove(alarm);
    console.log("done");`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "-e", script]);
  expect(stdout).toBe("done\n");
});

test("a run that is cancelled between its calls stops the next one at once", async () => {
  const clock = createDeadlineClock(now);
  const run = new AbortController();
  const first = alarm({ in: 60_000, signal: run.signal });
  clock.add(first);
  await turn();
  clock.remove(first);
  run.abort();
  const rung: string[] = [];
  clock.add(alarm({ in: 60_000, signal: run.signal, ring: (cause) => rung.push(cause) }));
  await turn();
  expect([rung, getEventListeners(run.signal, "abort")]).toEqual([["cancelled"], []]);
});

test("stops listening to the runs that came before when it rests", async () => {
  const clock = createDeadlineClock(now);
  const runs = [new AbortController(), new AbortController()];
  const alarms = runs.map(({ signal }) => alarm({ in: 60_000, signal }));
  for (const each of alarms) clock.add(each);
  await turn();
  for (const each of alarms) clock.remove(each);
  expect(runs.map(({ signal }) => getEventListeners(signal, "abort").length)).toEqual([0, 0]);
});

test("hears a signal once for all alarms, and stops listening with the last of them", async () => {
  const clock = createDeadlineClock(now);
  const run = new AbortController();
  const rung: string[] = [];
  const alarms = [1, 2, 3].map((name) =>
    alarm({ in: 1000, signal: run.signal, ring: (cause) => rung.push(`${name} ${cause}`) }),
  );
  const other = alarm({ in: 1000, ring: () => rung.push("other") });
  for (const each of [...alarms, other]) clock.add(each);
  await turn();
  expect(getEventListeners(run.signal, "abort")).toHaveLength(1);
  clock.remove(alarms[0]!);
  run.abort();
  expect([rung, getEventListeners(run.signal, "abort")]).toEqual([["2 cancelled", "3 cancelled"], []]);
  clock.remove(other);
});

test("rings at once what was cancelled or due before the clock came round", async () => {
  const clock = createDeadlineClock(now);
  const rung: string[] = [];
  clock.add(alarm({ in: 1000, signal: AbortSignal.abort(), ring: (cause) => rung.push(cause) }));
  clock.add(alarm({ in: -1, ring: (cause) => rung.push(cause) }));
  await turn();
  expect(rung).toEqual(["cancelled", "time"]);
});

test("takes a deadline that no timer can hold", async () => {
  const clock = createDeadlineClock(now);
  const far = alarm({ in: 1e12, ring: () => expect.unreachable() });
  clock.add(far);
  await turn();
  clock.remove(far);
});
