import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openConformanceServer } from "./server.ts";
import { installedVersion, type Leg, requiredScenarios, type Revision, runLeg, SUITE_VERSION } from "./suite.ts";

const floors = JSON.parse(readFileSync(join(import.meta.dirname, "floor.json"), "utf8")) as Record<
  string,
  { readonly scenarios: number; readonly checks: number }
>;

test("the suite is the one that the counts were made with", () => {
  expect(installedVersion()).toBe(SUITE_VERSION);
});

test.each<Revision>(["2025-11-25", "2026-07-28"])(
  "our server passes every scenario that %s requires, with as many checks as ever",
  async (revision) => {
    const served = await openConformanceServer();
    onTestFinished(() => served.close());
    const leg: Leg = { role: "server", revision, target: served.url! };
    const results = await runLeg(leg);
    const required = requiredScenarios(leg).map((name) => results.find(({ scenario }) => scenario === name));
    expect(required.flatMap((result) => result?.failed ?? ["it did not run"])).toStrictEqual([]);
    const floor = floors[`server ${revision}`]!;
    expect(required).toHaveLength(floor.scenarios);
    const checks = required.reduce((sum, result) => sum + (result?.passed ?? 0), 0);
    expect(checks).toBeGreaterThanOrEqual(floor.checks);
  },
);
