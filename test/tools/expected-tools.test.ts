import { expect, test } from "vitest";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";

test("a registry tells which names a source may still bring, until the source says otherwise", () => {
  const registry = createToolRegistry();
  const away = { names: ["files/*"], why: "It is not there." };
  const waiting = { names: ["web/fetch"] };
  registry.expect(away, "one");
  registry.expect(waiting, "two");
  const names = ["files/read", "Files//read", "filesystem/read", "web/fetch", "web/post"];
  expect(names.map((name) => registry.expected(name))).toEqual([away, away, undefined, waiting, undefined]);
  registry.expect({ names: [] }, "one");
  expect(registry.expected("files/read")).toBeUndefined();
});
