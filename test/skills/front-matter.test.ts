import { describe, expect, test } from "vitest";
import { readFrontMatter } from "../../src/skills/front-matter.ts";

/** What was read, as plain values, and each diagnostic as `CODE line:column`. */
function read(text: string) {
  const { frontMatter, diagnostics } = readFrontMatter(text, { file: "a/SKILL.md" });
  const faults = diagnostics.map((fault) => `${fault.code} ${fault.where?.line}:${fault.where?.column}`);
  if (!frontMatter) return { faults };
  const data = Object.fromEntries([...frontMatter.fields].map(([key, field]) => [key, field.value]));
  return { data, body: frontMatter.body, bodyLine: frontMatter.bodyLine, faults };
}

const plain = { name: "a", description: "b" };

describe("fences", () => {
  test.each([
    ["plain", "---\nname: a\ndescription: b\n---\nbody\n", { data: plain, body: "body\n", bodyLine: 5, faults: [] }],
    [
      "one byte order mark",
      "\uFEFF---\nname: a\ndescription: b\n---\nx",
      { data: plain, body: "x", bodyLine: 5, faults: [] },
    ],
    [
      "CRLF, kept in the body",
      "---\r\nname: a\r\ndescription: b\r\n---\r\nx\r\ny\r\n",
      { data: plain, body: "x\r\ny\r\n", bodyLine: 5, faults: [] },
    ],
    ["lone CR", "---\rname: a\rdescription: b\r---\rx\ry", { data: plain, body: "x\ry", bodyLine: 5, faults: [] }],
    [
      "mixed line ends",
      "---\r\nname: a\ndescription: b\r---\nx\r\n",
      { data: plain, body: "x\r\n", bodyLine: 5, faults: [] },
    ],
    [
      "blanks behind the fences",
      "--- \nname: a\ndescription: b\n---\t \n  body",
      { data: plain, body: "  body", bodyLine: 5, faults: [] },
    ],
    [
      "closed at the end of the file",
      "---\nname: a\ndescription: b\n---",
      { data: plain, body: "", bodyLine: 5, faults: [] },
    ],
    ["nothing between the fences", "---\n---\nx", { data: {}, body: "x", bodyLine: 3, faults: [] }],
    ["only a comment between", "---\n# c\n---\nx", { data: {}, body: "x", bodyLine: 4, faults: [] }],
    [
      "a thematic break in the body",
      "---\nname: a\n---\nx\n\n---\n\ny\n",
      { data: { name: "a" }, body: "x\n\n---\n\ny\n", bodyLine: 4, faults: [] },
    ],
    [
      "indented dashes in a block scalar",
      "---\nname: |\n  a\n  ---\n  b\n---\nx",
      { data: { name: "a\n---\nb\n" }, body: "x", bodyLine: 7, faults: [] },
    ],
    [
      "dashes inside a value",
      "---\nname: a --- b\n---\nx",
      { data: { name: "a --- b" }, body: "x", bodyLine: 4, faults: [] },
    ],
    [
      "dashes with a word are no close",
      "---\nname: |\n a\n---foo\n---\nx",
      { faults: ["SKILL_FRONT_MATTER_YAML 4:1"] },
    ],
    ["four dashes are no close", "---\nname: a\n----\nbody", { faults: ["SKILL_FRONT_MATTER_UNCLOSED 1:1"] }],
    ["never closed", "---\nname: a\n", { faults: ["SKILL_FRONT_MATTER_UNCLOSED 1:1"] }],
    ["four dashes do not open", "----\nname: a\n---\n", { faults: ["SKILL_NO_FRONT_MATTER 1:1"] }],
    ["indented dashes do not open", " ---\nname: a\n---\n", { faults: ["SKILL_NO_FRONT_MATTER 1:1"] }],
    ["two byte order marks", "\uFEFF\uFEFF---\nname: a\n---\n", { faults: ["SKILL_NO_FRONT_MATTER 1:1"] }],
    ["TOML", "+++\nname = 'a'\n+++\n", { faults: ["SKILL_NO_FRONT_MATTER 1:1"] }],
    ["a heading first", "# T\n---\ntext\n---\nmore", { faults: ["SKILL_NO_FRONT_MATTER 1:1"] }],
    ["empty", "", { faults: ["SKILL_NO_FRONT_MATTER 1:1"] }],
    [
      "a blank line above",
      "\n---\nname: a\n---\nx",
      { data: { name: "a" }, body: "x", bodyLine: 5, faults: ["SKILL_FRONT_MATTER_MISPLACED 2:1"] },
    ],
    [
      "a comment above",
      "<!-- made\nby x -->\n\n---\nname: a\n---\nx",
      { data: { name: "a" }, body: "x", bodyLine: 7, faults: ["SKILL_FRONT_MATTER_MISPLACED 4:1"] },
    ],
    ["text behind a comment", "<!-- a --> text -->\n---\nname: a\n---\n", { faults: ["SKILL_NO_FRONT_MATTER 1:1"] }],
    ["a NUL", "---\nname: a\n---\nx\0y", { faults: ["SKILL_NOT_TEXT 4:2"] }],
    [
      "a merge conflict",
      "---\n<<<<<<< HEAD\nname: a\n=======\nname: b\n>>>>>>> x\n---\n",
      { faults: expect.arrayContaining(["SKILL_FRONT_MATTER_YAML 2:1"]) },
    ],
  ])("%s", (_form, text, expected) => {
    expect(read(text)).toEqual(expected);
  });
});

describe("values", () => {
  test.each([
    [
      "an unquoted colon",
      "description: Ship flow: test, tag",
      { description: "Ship flow: test, tag" },
      ["SKILL_VALUE_QUOTED 3:23"],
    ],
    ["an unquoted colon and a quote", "description: it's: x", { description: "it's: x" }, ["SKILL_VALUE_QUOTED 3:18"]],
    [
      "an unquoted colon over two lines",
      "description: a: b\n  c d\nlast: 1",
      { description: "a: b c d", last: 1 },
      ["SKILL_VALUE_QUOTED 3:15"],
    ],
    ["two flow lists", "hint: [title] [message]", { hint: "[title] [message]" }, ["SKILL_VALUE_QUOTED 3:7"]],
    ["a comma first", "description: , x", { description: ", x" }, ["SKILL_VALUE_QUOTED 3:14"]],
    ["a brace short", 'metadata: {"a": {"b": 1}', { metadata: '{"a": {"b": 1}' }, ["SKILL_VALUE_QUOTED 3:11"]],
    [
      "a number without a blank behind #",
      "note: removed in PR #747 and rebuilt",
      { note: "removed in PR" },
      ["SKILL_VALUE_CUT 3:21"],
    ],
    [
      "a comment in a description",
      "description: uses C # and more",
      { description: "uses C" },
      ["SKILL_VALUE_CUT 3:21"],
    ],
    ["a comment behind another value", "license: MIT # see LICENSE", { license: "MIT" }, []],
    [
      "core schema",
      "a: yes\nb: 2026-01-02\nc: 010\nd: .inf\ne: 1.10",
      { a: "yes", b: "2026-01-02", c: 10, d: "Infinity", e: 1.1 },
      [],
    ],
    ["folded and literal blocks", "a: >\n  x\n  y\nb: |-\n  x\n  y", { a: "x y\n", b: "x\ny" }, []],
    ["a custom tag", "a: !!js/function x", { a: "x" }, ["SKILL_FRONT_MATTER_YAML_DOUBTFUL 3:4"]],
  ])("reads %s", (_form, yaml, data, faults) => {
    expect(read(`---\nname: a\n${yaml}\n---\n`)).toMatchObject({ data: { name: "a", ...data }, faults });
  });

  test.each([
    ["a duplicate key", "a: 1\na: 2", ["SKILL_FRONT_MATTER_YAML 3:1"]],
    ["an unknown alias", "a: 1\nb: *foo", ["SKILL_FRONT_MATTER_YAML 3:4"]],
    [
      "an alias bomb",
      `a: &a [x, x]\n${Array.from("bcdefgh", (key, index) => `${key}: &${key} [*${"abcdefg"[index]}, *${"abcdefg"[index]}]`).join("\n")}`,
      ["SKILL_FRONT_MATTER_YAML 3:8"],
    ],
    ["a tab as indent", "a:\n\tb: 1", ["SKILL_FRONT_MATTER_YAML 3:1"]],
    ["an open quote", "a: 'x", ["SKILL_FRONT_MATTER_YAML 2:6"]],
    ["a list", "- a\n- b", ["SKILL_FRONT_MATTER_NOT_MAPPING 2:1"]],
    ["a text", "just text", ["SKILL_FRONT_MATTER_NOT_MAPPING 2:1"]],
    ["65 KB", `a: ${"x".repeat(66_000)}`, ["SKILL_FRONT_MATTER_TOO_LARGE 1:1"]],
  ])("refuses %s", (_form, yaml, faults) => {
    expect(read(`---\n${yaml}\n---\nbody`)).toEqual({ faults });
  });

  test("keeps __proto__ as a key that changes nothing", () => {
    const { frontMatter } = readFrontMatter("---\n__proto__:\n  hit: 1\n---\n", { file: "a/SKILL.md" });
    expect(frontMatter?.fields.get("__proto__")?.value).toEqual({ hit: 1 });
    expect(({} as { hit?: number }).hit).toBeUndefined();
  });

  test("refuses more than 1 MiB", () => {
    expect(read(`---\nname: a\n---\n${"x".repeat(1024 * 1024)}`)).toEqual({
      faults: ["SKILL_TOO_LARGE undefined:undefined"],
    });
  });
});
