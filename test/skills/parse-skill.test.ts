import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { parseSkill } from "../../src/skills/parse-skill.ts";

function parse(frontMatter: string, folder = "refund-order") {
  return parseSkill(`---\n${frontMatter}\n---\nbody`, { file: `/skills/${folder}/SKILL.md` });
}

/** Diagnostics as `severity CODE line:column`. */
function faultsOf(frontMatter: string, folder?: string): string[] {
  return parse(frontMatter, folder).diagnostics.map((fault) => {
    return `${fault.severity} ${fault.code} ${fault.where?.line}:${fault.where?.column}`;
  });
}

test("reads every field of a skill", () => {
  const text = [
    "\uFEFF---",
    "name: refund-order",
    "description: >",
    "  Refund one order.",
    "  Use when a parcel never came.",
    "license: MIT",
    "compatibility: needs a shop",
    "metadata: { author: ana, version: '1.0' }",
    "allowed-tools: orders/get Bash(git add *)",
    "homepage: https://example.com",
    "---",
    "1. You MUST call `orders/get`.",
    "",
  ].join("\r\n");
  const { skill, diagnostics } = parseSkill(text, { file: "/skills/refund-order/SKILL.md" });
  expect(diagnostics).toEqual([]);
  expect(skill).toEqual({
    name: "refund-order",
    description: "Refund one order. Use when a parcel never came.",
    location: "/skills/refund-order/SKILL.md",
    folder: "/skills/refund-order",
    hash: createHash("sha256").update(Buffer.from(text, "utf8")).digest("hex"),
    body: "1. You MUST call `orders/get`.\r\n",
    bodyLine: 12,
    allowedTools: ["orders/get", "Bash(git add *)"],
    license: "MIT",
    compatibility: "needs a shop",
    metadata: { author: "ana", version: "1.0" },
    extra: { homepage: "https://example.com" },
    sop: {
      source: "prose",
      steps: [
        {
          id: "1",
          index: 0,
          text: "You MUST call `orders/get`.",
          level: "must",
          tools: ["orders/get"],
          conditional: false,
          ordered: true,
          line: 12,
        },
      ],
    },
    diagnostics: [],
  });
});

describe("name", () => {
  test("falls back to the folder's", () => {
    const { skill, diagnostics } = parse("description: x");
    expect(skill?.name).toBe("refund-order");
    expect(diagnostics).toEqual([
      {
        code: "SKILL_NAME_MISSING",
        severity: "warning",
        message: 'The skill has no name; its folder\'s name "refund-order" is used.',
        where: { file: "/skills/refund-order/SKILL.md", line: 1, column: 1 },
        fix: 'Write "name: refund-order" into the front matter.',
      },
    ]);
  });

  test.each([
    ["退款", "退款", []],
    ["caf\u00e9", "cafe\u0301", []],
    ["ｒefund", "refund", []],
    ["other", "refund-order", ["warning SKILL_NAME_MISMATCH 2:7"]],
    ["Refund-Order", "refund-order", ["warning SKILL_NAME_INVALID 2:7"]],
    ["-refund", "-refund", ["warning SKILL_NAME_INVALID 2:7"]],
    ["re--fund", "re--fund", ["warning SKILL_NAME_INVALID 2:7"]],
    ["refund_order", "refund_order", ["warning SKILL_NAME_INVALID 2:7"]],
    ["../refund", "refund", ["warning SKILL_NAME_INVALID 2:7"]],
    ["a".repeat(65), "a".repeat(65), ["warning SKILL_NAME_INVALID 2:7"]],
    ["12306", "12306", ["warning SKILL_FIELD_COERCED 2:7"]],
  ])("%s in folder %s", (name, folder, faults) => {
    expect(faultsOf(`name: ${name}\ndescription: x`, folder)).toEqual(faults);
  });
});

describe("other fields", () => {
  test.each([
    ["no description", "name: refund-order", ["error SKILL_DESCRIPTION_MISSING 1:1"]],
    ["an empty description", "name: refund-order\ndescription: ''", ["error SKILL_DESCRIPTION_MISSING 3:14"]],
    [
      "a list as description",
      "name: refund-order\ndescription: [a]",
      ["warning SKILL_FIELD_TYPE 3:14", "error SKILL_DESCRIPTION_MISSING 3:14"],
    ],
    ["a long description", `name: refund-order\ndescription: ${"x".repeat(1025)}`, ["warning SKILL_FIELD_LONG 3:14"]],
    [
      "a long compatibility",
      `name: refund-order\ndescription: x\ncompatibility: ${"x".repeat(501)}`,
      ["warning SKILL_FIELD_LONG 4:16"],
    ],
    ["empty metadata", "name: refund-order\ndescription: x\nmetadata:", []],
    ["metadata as a list", "name: refund-order\ndescription: x\nmetadata: [a]", ["warning SKILL_FIELD_TYPE 4:11"]],
    ["nested metadata", "name: refund-order\ndescription: x\nmetadata:\n  a: { b: 1 }", []],
    ["a misspelt key", "name: refund-order\ndescription: x\nallowed_tools: a/b", ["warning SKILL_KEY_MISSPELT 4:1"]],
    [
      "unreadable allowed-tools",
      "name: refund-order\ndescription: x\nallowed-tools: { a: 1 }",
      ["warning SKILL_ALLOWED_TOOLS_UNREADABLE 4:16"],
    ],
  ])("%s", (_case, frontMatter, faults) => {
    expect(faultsOf(frontMatter)).toEqual(faults);
  });

  test("keeps a number as it was written", () => {
    expect(parse("name: refund-order\ndescription: x\nlicense: 1.10").skill?.license).toBe("1.10");
  });

  test("allows nothing when the limit cannot be read, and everything when there is none", () => {
    expect(parse("name: a\ndescription: x\nallowed-tools: 'a(b'").skill?.allowedTools).toEqual([]);
    expect(parse("name: a\ndescription: x").skill).not.toHaveProperty("allowedTools");
  });

  test.each([
    "allowed_tools",
    "Allowed-Tools",
    "allowedTools",
    "allowed tools",
    "allowed-tool",
    "allow-tools",
    "allowed‑tools",
  ])("limits the tools where the key is spelt %s, and says so", (key) => {
    const { skill } = parse(`name: refund-order\ndescription: x\n"${key}": x/y z/*`);
    expect(skill?.allowedTools).toEqual(["x/y", "z/*"]);
    expect(skill?.diagnostics).toMatchObject([
      {
        code: "SKILL_KEY_MISSPELT",
        message: `The key "${key}" was read as "allowed-tools"; other readers see no such key.`,
      },
    ]);
  });

  test("takes the key that is spelt right where there are two, and allows nothing where none of two is", () => {
    expect(parse("name: refund-order\ndescription: x\nallowed_tools: a/b\nallowed-tools: c/d").skill).toMatchObject({
      allowedTools: ["c/d"],
      diagnostics: [{ message: 'The key "allowed_tools" has no effect; "allowed-tools" has.' }],
    });
    expect(
      parse("name: refund-order\ndescription: x\nallowed_tools: a/b\nAllowed-Tools: c/d").skill?.allowedTools,
    ).toEqual([]);
  });

  test.each(["disallowed-tools", "tools", "pallowed-tools-of"])("takes %s for no limit", (key) => {
    expect(parse(`name: refund-order\ndescription: x\n${key}: x/y`).skill).not.toHaveProperty("allowedTools");
  });
});
