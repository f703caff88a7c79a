import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { findFences } from "../../src/skills/find-fences.ts";
import { parseAnyYaml } from "../../src/skills/parse-yaml.ts";
import { parsePlainMapping } from "../../src/skills/plain-yaml.ts";

const corpus = join(process.env["SOPWITH_SHARED"] ?? "", "corpus/skills");

describe("reads as the YAML library does", () => {
  test.each([
    'name: a\ndescription: Use it. Then stop, [really] & {so} on; it\'s 100% "fine"!\n',
    "name: a",
    'a: "quoted, with: a colon # and a hash"\nb: \'single "inside"\'\nc: ""\n',
    "metadata:\n  author: ops team\n  version: '1.0'\nname: 查询订单，处理退款\n",
    "metadata:\n    deep: four blanks\n",
    "a-b_c: x\nlicense: MIT\n",
    "a: http://example.org/#part\n",
  ])("%j", (yaml) => {
    const entries = parsePlainMapping(yaml);
    expect(entries).toBeDefined();
    expect({ kind: "mapping", entries, faults: [], warnings: [] }).toEqual(parseAnyYaml(yaml));
  });
});

describe("leaves to the YAML library", () => {
  test.each([
    "",
    "a: 1.10\n",
    "a: true\n",
    "a: Null\n",
    "a: ~\n",
    "true: a\n",
    "a:\n",
    "a:\nb: c\n",
    "a: b: c\n",
    "a: b:\n",
    "a: b # c\n",
    "a: b \n",
    "a: b\n  more\n",
    "a: [b]\n",
    "a: |\n  b\n",
    'a: "b\\n"\n',
    'a: "b" c\n',
    "a: 'it''s'\n",
    "a: &b c\n",
    "a: b\na: c\n",
    "m:\n  a: b\n  a: c\n",
    "m:\n  a: b\n c: d\n",
    "m:\n  a:\n    b: c\n",
    "m:\n  - a\n",
    "a: b\n\nc: d\n",
    "# a\nb: c\n",
    "a:\tb\n",
    "a: b\tc\n",
    "a: b\u0007\n",
    "a: \u{1F600}\n",
    "a\n",
    " a: b\n",
    "__proto__: b\n",
  ])("%j", (yaml) => {
    expect(parsePlainMapping(yaml)).toBeUndefined();
  });
});

test.runIf(existsSync(corpus))("agrees with the YAML library on every published front matter", () => {
  let read = 0;
  for (const entry of readdirSync(corpus, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || entry.name.toLowerCase() !== "skill.md") continue;
    const fences = findFences(readFileSync(join(entry.parentPath, entry.name), "utf8"));
    const entries = fences.kind === "found" ? parsePlainMapping(fences.yaml) : undefined;
    if (fences.kind !== "found" || !entries) continue;
    read += 1;
    expect({ kind: "mapping", entries, faults: [], warnings: [] }).toEqual(parseAnyYaml(fences.yaml));
  }
  expect(read).toBeGreaterThan(1000);
});
