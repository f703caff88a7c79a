import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { codesExplained, codesIn } from "./error-codes.ts";
import { projectRoot } from "./project-root.ts";
import { readSourceFiles } from "./source-file.ts";

test("docs/errors.md explains every code of the source, and no other", () => {
  const used = new Set(readSourceFiles(join(projectRoot, "src")).flatMap(codesIn));
  // The bin's first file is plain JavaScript, with one code.
  used.add("NODE_TOO_OLD");
  const explained = new Set(codesExplained(readFileSync(join(projectRoot, "docs/errors.md"), "utf8")));
  expect({
    unexplained: [...used].filter((code) => !explained.has(code)).toSorted(),
    unused: [...explained].filter((code) => !used.has(code)).toSorted(),
  }).toEqual({ unexplained: [], unused: [] });
});

test("a code is explained once", () => {
  const codes = codesExplained(readFileSync(join(projectRoot, "docs/errors.md"), "utf8"));
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});
