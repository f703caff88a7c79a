import { join } from "node:path";
import { expect, test } from "vitest";
import { z } from "zod";
import { formatError } from "../../src/base/errors.ts";
import { loadInput, toInput } from "../../src/project/run-input.ts";
import { defineWorkflow } from "../../src/workflow/define-workflow.ts";
import { temporaryProject } from "./temporary-project.ts";

async function load(text: string): Promise<unknown> {
  const folder = temporaryProject({ "input.json": text });
  return loadInput(join(folder, "input.json")).catch((error: unknown) =>
    formatError(error).replaceAll(`${folder}/`, ""),
  );
}

test("reads an object, with or without a byte order mark", async () => {
  expect(await load('\uFEFF{ "city": "Shanghai" }')).toEqual({ city: "Shanghai" });
});

test.each([
  ['{\n  "city": Shanghai\n}', "  at input.json:2:11"],
  ['{\n  "city": Shanghai\n}', "  Seen: Unexpected token 'S'"],
  ['{ "a": 1, }', "  at input.json:1:11"],
  ['{\n  "city": "Shang', "  at input.json:2:17"],
  ["[1]", "  Seen: [1]; expected: { ... }"],
])("says where %j goes wrong", async (text, line) => {
  const message = String(await load(text));
  expect(message).toMatch(/^INPUT_FILE {2}/);
  expect(message.split("\n")).toContain(line);
});

test("says which file is missing", async () => {
  await expect(loadInput("/nowhere/input.json")).rejects.toMatchObject({
    code: "INPUT_FILE",
    where: { file: "/nowhere/input.json" },
  });
});

test("turns a text into input where the workflow can, and names the keys where it cannot", () => {
  const nodes = { a: (): object => ({}) };
  const asks = defineWorkflow({
    name: "asks",
    state: z.object({ request: z.string() }),
    start: "a",
    nodes,
    edges: { a: "end" },
  });
  const counts = defineWorkflow({
    name: "counts",
    state: z.object({ from: z.int(), to: z.int() }),
    start: "a",
    nodes,
    edges: { a: "end" },
  });
  expect(toInput(asks, "hello")).toEqual({ request: "hello" });
  expect(() => toInput(counts, "hello")).toThrow(
    expect.objectContaining({ code: "INPUT_NOT_TEXT", details: ["Its state has the keys from, to."] }),
  );
});
