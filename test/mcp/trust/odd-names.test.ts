import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { compareDefinitions } from "../../../src/mcp/trust/compare-definitions.ts";
import { createMcpLockTrust } from "../../../src/mcp/trust/mcp-lock-trust.ts";

test.each(["__proto__", "constructor", "toString", "10"])("a tool named %s can be agreed to", async (name) => {
  const folder = mkdtempSync(join(tmpdir(), "sopwith-trust-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const trust = createMcpLockTrust({ file: join(folder, "mcp.lock.json"), servers: { weather: { command: "x" } } });
  const tool = { name, description: "Weather." };
  expect(await trust.judge("weather", [tool])).toEqual(new Map([[name, "new"]]));
  await trust.acceptTools("weather", [tool, { name: "other" }], [name, "other"]);
  expect(await trust.judge("weather", [tool])).toEqual(new Map([[name, "accepted"]]));
  expect(await trust.judge("weather", [{ ...tool, description: "!" }])).toEqual(new Map([[name, "changed"]]));
  expect(await trust.agreed("weather")).toEqual(expect.arrayContaining([tool, { name: "other" }]));
});

test.each(["__proto__", "constructor"])("an argument named %s that is added shows as added", (name) => {
  const inputSchema = (properties: string) => ({
    name: "x",
    inputSchema: JSON.parse(`{"properties":{${properties}}}`) as { properties: object & Record<string, string> },
  });
  expect(compareDefinitions(inputSchema(""), inputSchema(`"${name}":{"type":"string"}`))).toEqual([
    { path: `inputSchema.properties.${name}`, now: '{"type":"string"}' },
  ]);
});

test("a name in a definition moves no cursor where it is shown", () => {
  expect(compareDefinitions({ name: "x", annotations: {} }, { name: "x", annotations: { "a\u001b[2J": 1 } })).toEqual([
    { path: "annotations.a\\u{1b}[2J", now: "1" },
  ]);
});

test("says that more differs than is shown", () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`a${index}`, index]));
  const changes = compareDefinitions({ name: "x", annotations: {} }, { name: "x", annotations: many });
  expect(changes).toHaveLength(41);
  expect(changes.at(-1)).toEqual({ path: "and more, which is not shown: see its whole definition before you agree" });
});
