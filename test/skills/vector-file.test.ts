import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readVectorFile, toVectorKey, writeVectorFile } from "../../src/skills/vector-file.ts";
import { cosine, toVector } from "../../src/skills/vector.ts";
import { makeFolder } from "./skill-folder.ts";

const key = (digit: string): string => toVectorKey(digit.repeat(64));
const vectors = new Map([
  [key("a"), toVector([0.1, -0.2, 0.4])],
  [key("b"), toVector(new Float32Array([0, 0, 0]))],
]);

function temporaryFile(): string {
  return join(makeFolder(), "deep", "vectors");
}

test("gives back what was kept, in a byte for each number", async () => {
  const file = temporaryFile();
  await writeVectorFile(file, "small", vectors);
  expect(await readVectorFile(file, "small")).toEqual(vectors);
  const head = readFileSync(file).indexOf("\n") + 1;
  expect(statSync(file).size).toBe(head + 2 * (16 + 3));
  expect(readdirSync(join(file, ".."))).toEqual(["vectors"]);
});

test.each([
  ["of another embedder", (file: string) => writeVectorFile(file, "large", vectors)],
  ["that is not there", () => undefined],
  [
    "that is no such file",
    (file: string) => writeVectorFile(file, "small", new Map()).then(() => writeFileSync(file, "{}")),
  ],
  [
    "that was cut off",
    async (file: string) => {
      await writeVectorFile(file, "small", vectors);
      writeFileSync(file, readFileSync(file).subarray(0, -2));
    },
  ],
])("takes nothing from a file %s", async (_, make) => {
  const file = temporaryFile();
  await make(file);
  expect(await readVectorFile(file, "small")).toEqual(new Map());
});

test.each([
  [[1, 2, 3], [2, 4, 6], 1],
  [[1, 0], [0, 5], 0],
  [[1, 1], [-1, -1], -1],
  [[0, 0], [1, 1], 0],
])("the cosine of %j and %j is %j", (one, other, expected) => {
  expect(cosine(toVector(one), toVector(other))).toBeCloseTo(expected, 2);
});
