import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./project-root.ts";
import { readSourceFiles } from "./source-file.ts";

/** A change of the surface is a decision: after it, `npm test -- -u` writes the list anew. */
test("the public names are those of the pinned list", async () => {
  const roof = readSourceFiles(join(projectRoot, "src")).find((file) => file.path === "index.ts");
  const names = roof?.exports.map(({ name, isType }) => `${isType ? "type" : "value"} ${name}\n`) ?? [];
  expect(names).not.toContain("value *\n");
  await expect(names.toSorted().join("")).toMatchFileSnapshot("./public-names.txt");
});
