import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 30_000;

test(
  "a new skill passes the check, which asks for words of one's own, and is shown with its step",
  { timeout },
  async () => {
    const fresh = temporaryProject({ "workflows/.keep": "" });
    const line = [
      "skills",
      "new",
      "refund-desk",
      "--description",
      'Books refunds: "small" ones.',
      "--tools",
      "refunds/create,orders/get",
    ];
    expect(await runSopwith(fresh, ...line)).toMatchObject({
      code: 0,
      stderr: "",
      stdout: expect.stringMatching(
        /^Made skills\/refund-desk\/SKILL\.md and skills\/refund-desk\/tests\/first\.yaml\.\n/,
      ) as string,
    });
    expect(
      await runSopwith(fresh, "skills", "new", "投诉", "--description", "处理投诉。", "--locale", "zh"),
    ).toMatchObject({ code: 0, stderr: "" });
    const checked = await runSopwith(fresh, "skills", "check", "--json");
    const unwritten = { code: "SKILL_TEMPLATE_TEXT", severity: "warning" };
    expect(checked.code).toBe(0);
    expect(JSON.parse(checked.stdout)).toMatchObject({
      files: 2,
      loaded: 2,
      repaired: 0,
      failed: 0,
      diagnostics: [
        { ...unwritten, file: "skills/refund-desk/SKILL.md", line: 9 },
        { ...unwritten, file: "skills/投诉/SKILL.md", line: 8 },
      ],
    });
    const shown = await runSopwith(fresh, "skills", "show", "refund-desk", "--json");
    expect(JSON.parse(shown.stdout)).toMatchObject({
      allowedTools: ["refunds/create", "orders/get"],
      resources: [],
      languages: [],
      sop: { steps: [{ level: "must", tools: ["refunds/create"] }, {}, {}, {}] },
    });
    expect(await runSopwith(fresh, ...line)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("is there already") as string,
    });
  },
);

test.each([
  [["new"], "`sopwith skills new` needs a name."],
  [["new", "a"], "`sopwith skills new` needs a description."],
  [["new", "Not_Good", "--description", "x"], 'The name "Not_Good" is not in the form'],
  [["new", "a", "--description", "x", "--tools", "(b"], '"allowed-tools" cannot be read'],
  [["show"], "`sopwith skills show` needs the name of a skill."],
  [["list", "a"], '"a" is one word too many.'],
])("refuses %j", { timeout }, async (line, message) => {
  const fresh = temporaryProject({});
  const { code, stderr } = await runSopwith(fresh, "skills", ...line);
  expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(message) as string });
  expect(existsSync(join(fresh, "skills"))).toBe(false);
});

test("shows a translation, what is kept, and lists skills as other hosts do", { timeout }, async () => {
  const fresh = temporaryProject({});
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(fresh, path)), { recursive: true });
    writeFileSync(join(fresh, path), text);
  };
  write(
    "skills/a/SKILL.md",
    "---\nname: a\ndescription: One & two.\nuser-invocable: false\nargument-hint: '[x]'\nmetadata:\n  requires: b\n---\n1. Go.\n",
  );
  write("skills/a/SKILL.zh.md", "---\nname: a\ndescription: 一二。\n---\n1. 走。\n");
  const { stdout } = await runSopwith(fresh, "skills", "show", "a", "--locale", "zh-CN");
  expect(stdout.split("\n").filter((line) => !line.startsWith("version"))).toEqual([
    "a  一二。",
    "file      skills/a/SKILL.zh.md",
    "tools     no limit of its own",
    "files     skill:b",
    "languages zh",
    "requires  b",
    "user      is not offered it",
    "kept      user-invocable: false, argument-hint: [x]",
    "",
    "step  level   tools  line  text",
    "1     SHOULD  -      5     走。",
    "",
  ]);
  expect((await runSopwith(fresh, "skills", "list", "--prompt")).stdout).toContain(
    "<description>\nOne &amp; two.\n</description>\n",
  );
});

test("the first test of a new skill passes as it was written", { timeout }, async () => {
  const fresh = temporaryProject({
    "workflows/.keep": "",
    "sopwith.config.ts":
      'import { defineConfig } from "sopwith";\nexport default defineConfig({ tools: ["tools/*.ts"] });\n',
    "tools/books.ts": `
import { defineTool } from "sopwith";
import { z } from "zod";
export const find = defineTool({
  name: "books/find", description: "Finds.", effect: "read",
  input: z.object({ word: z.string().min(1), year: z.int().min(1900).optional() }),
  run: () => ({ books: [] }),
});
export const reserve = defineTool({
  name: "books/reserve", description: "Puts one aside.", effect: "write", idempotency: "keyed",
  input: z.object({ bookId: z.string() }), output: z.object({ bookId: z.string(), days: z.number() }),
  policy: { confirm: "always" },
  run: ({ bookId }) => ({ bookId, days: 3 }),
});
`,
  });
  const line = ["new", "desk", "--description", "Finds books.", "--tools", "books/find,books/reserve,books/unknown"];
  expect(await runSopwith(fresh, "skills", ...line)).toMatchObject({
    code: 0,
    stderr: "",
    stdout: expect.stringContaining("  npx sopwith skills test desk\n") as string,
  });
  expect(await runSopwith(fresh, "skills", "test", "desk", "--no-mutants")).toEqual({
    code: 0,
    stderr: "",
    stdout: "✓ desk/first\n\n1 passed\n",
  });
});
