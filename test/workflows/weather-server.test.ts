import { mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { runSopwith } from "../cli/run-sopwith.ts";
import { copyShipped, filesOf, root } from "./play-shipped.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "sopwith-weather-")));
copyShipped(folder);
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
afterAll(() => rmSync(folder, { recursive: true }));

const serverFile = join(folder, "workflows/event-safety/weather-server.ts");
const call = (tool: string, input: object) => runSopwith(folder, "tools", "call", tool, JSON.stringify(input));

test("the weather is read under each of a city's names, from a server of its own", async () => {
  const current = await call("weather/get_current", { city: "上海" });
  expect(current).toMatchObject({ code: 0, stderr: "" });
  expect(JSON.parse(current.stdout)).toEqual({
    city: "Shanghai",
    condition: "Heavy Storm",
    temperatureC: 24,
    windKmh: 81,
    observedAt: "2026-06-13T14:50:00+08:00",
    source: "stations",
  });
  const archived = await call("weather/get_archive", { city: "shanghai" });
  expect(JSON.parse(archived.stdout)).toMatchObject({ source: "archive", windKmh: 76 });
});

test("a city that nobody knows is a failed call in the server's words", async () => {
  const { stdout, code } = await call("weather/get_current", { city: "Atlantis" });
  expect(code).toBe(1);
  expect(stdout).toContain('There is no weather for "Atlantis". Known cities: ');
});

test(
  "the server gains an argument; nothing else is changed, and after a yes the workflow runs with it",
  { timeout: 120_000 },
  async () => {
    const before = filesOf(join(folder, "workflows"));
    const text = readFileSync(serverFile, "utf8");
    const grown = text.replace(
      'const City = z.object({ city: z.string().min(1).describe("One city, such as Shanghai") });',
      'const City = z.object({ city: z.string().min(1), unit: z.enum(["C", "F"]).default("C") });',
    );
    expect(grown).not.toBe(text);
    writeFileSync(serverFile, grown);

    const waiting = await runSopwith(folder, "mcp", "list");
    expect(waiting.stdout).toContain("changed get_current");
    expect(waiting.stdout).toContain('+ {"default":"C","enum":["C","F"],"type":"string"}');
    const without = await runSopwith(folder, "run", "event-safety", "--thread", "before");
    expect(without.stderr).toContain("changed: get_current and get_archive");

    expect(await runSopwith(folder, "mcp", "accept", "weather", "--yes")).toMatchObject({ code: 0 });
    const shown = await runSopwith(folder, "tools", "show", "weather/get_current", "--json");
    expect(JSON.parse(shown.stdout)).toMatchObject({ input: { properties: { unit: { enum: ["C", "F"] } } } });
    expect(await call("weather/get_current", { city: "Shanghai", unit: "F" })).toMatchObject({ code: 0 });
    expect(await runSopwith(folder, "run", "event-safety", "--thread", "after")).toMatchObject({ code: 0, stderr: "" });

    const changed = Object.entries(filesOf(join(folder, "workflows"))).filter(([file, now]) => before[file] !== now);
    expect(changed.map(([file]) => file)).toEqual(["event-safety/weather-server.ts"]);
  },
);
