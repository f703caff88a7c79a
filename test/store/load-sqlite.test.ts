import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

const door = new URL("../../src/store/load-sqlite.ts", import.meta.url).href;

test("loads SQLite without a warning and lets all other warnings pass", () => {
  const program = `
    import { loadSqlite } from ${JSON.stringify(door)};
    const before = process.emitWarning;
    new (loadSqlite().DatabaseSync)(":memory:").close();
    process.stdout.write(String(process.emitWarning === before));
    process.emitWarning("the tide is high", "WeatherWarning");`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
    env: { ...process.env, NODE_OPTIONS: "" },
  });
  expect(stdout).toBe("true");
  expect(stderr).toMatch(/WeatherWarning: the tide is high/);
  expect(stderr).not.toMatch(/ExperimentalWarning/);
});

test("is not loaded by importing the stores", () => {
  const stores = ["memory-store", "sqlite-store", "check-store"].map((name) => {
    return `await import(${JSON.stringify(new URL(`../../src/store/${name}.ts`, import.meta.url).href)});`;
  });
  const program = `${stores.join("\n")}
    process.stdout.write(JSON.stringify(process.moduleLoadList.filter((name) => name.includes("sqlite"))));`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect({ stdout, stderr }).toEqual({ stdout: "[]", stderr: "" });
});
