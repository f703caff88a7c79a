import { expect, test } from "vitest";
import { openEmbedder } from "../../src/project/open-embedder.ts";

test("lets no secret out of what an embedder of the project throws", async () => {
  const embed = (): never => {
    throw new Error("503 from https://mia:hunter2hunter2@vectors.example");
  };
  await expect(openEmbedder({ embed }, undefined).embed(["cash"])).rejects.toThrow(
    /^503 from https:\/\/\[secret\]@vectors\.example$/,
  );
});
