import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createThrownReader } from "../../src/tools/sum-up-thrown.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import { thrownLines } from "../../src/trace/thrown-summary.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith thrown "));
mkdirSync(join(folder, "node_modules/dep"), { recursive: true });
const work = (text: string): string => `${text}\nexport function work() { throw new TypeError("broken"); }\n`;
writeFileSync(join(folder, "tool.mjs"), work('export { run } from "./node_modules/dep/index.mjs";'));
writeFileSync(join(folder, "node_modules/dep/index.mjs"), "export function run(work) { return work(); }\n");
writeFileSync(
  join(folder, "node_modules/dep/thrower.mjs"),
  'export function fail() { throw Object.assign(new Error("no line"), { code: "E_LINE" }); }\n',
);
writeFileSync(
  join(folder, "caller.mjs"),
  'import { fail } from "./node_modules/dep/thrower.mjs";\nexport function work() {\n  fail();\n}\n',
);
const sumUp = createThrownReader({ folder });

async function thrownBy(file: string): Promise<unknown> {
  const { work: run } = (await import(/* @vite-ignore */ join(folder, file))) as { readonly work: () => void };
  try {
    return run();
  } catch (error) {
    return error;
  }
}

function withStack(error: Error, ...frames: readonly string[]): Error {
  return Object.assign(error, { stack: [`${error.name}: ${error.message}`, ...frames].join("\n") });
}

const refuse = (): never => {
  throw new Error("trap");
};
const trapped = new Proxy({}, { getPrototypeOf: refuse, get: refuse, has: refuse });
const circle = Object.assign(new Error("a"), { stack: undefined });
circle.cause = Object.assign(new Error("b", { cause: circle }), { stack: undefined });

test("names the place of a mistake in the project", async () => {
  expect(sumUp(await thrownBy("tool.mjs"))).toEqual({ name: "TypeError", message: "broken", at: "tool.mjs:2:32" });
});

test("names the project's own line where a package of it threw", async () => {
  expect(sumUp(await thrownBy("caller.mjs"))).toEqual({
    name: "Error",
    message: "no line",
    code: "E_LINE",
    at: "caller.mjs:3:3",
  });
});

test.each<[string, unknown, object]>([
  ["a text", "no", { name: "a text", message: "no" }],
  ["nothing", undefined, { name: "undefined", message: "undefined" }],
  ["an object", { code: 7 }, { name: "Object", message: "", code: "7" }],
  ["a thing that throws when it is looked at", trapped, { name: "an object", message: "" }],
  [
    "several lines",
    withStack(new RangeError("\nfirst\nsecond"), "    at second (/elsewhere/a.ts:1:2)"),
    { name: "RangeError", message: "first" },
  ],
  [
    "secrets, also in causes, and what a terminal would obey",
    withStack(
      new Error("call with Bearer abcdefgh12345678\u001B[2J", {
        cause: withStack(new Error("password=hunter2hunter2")),
      }),
    ),
    {
      name: "Error",
      message: "call with Bearer [secret]",
      causes: [{ name: "Error", message: "password=[secret]" }],
    },
  ],
  [
    "a tool's own word",
    Object.assign(toolError({ code: "DECLINED", message: "No.", effect: "none" }), { stack: "" }),
    { name: "toolError", message: "No.", code: "DECLINED" },
  ],
  ["a circle", circle, { name: "Error", message: "a", causes: [{ name: "Error", message: "b" }] }],
  [
    "several attempts of one thing",
    Object.assign(withStack(new AggregateError(["x", "y", "z"], "all")), { code: "ECONNREFUSED" }),
    {
      name: "AggregateError",
      message: "all",
      code: "ECONNREFUSED",
      causes: [
        { name: "a text", message: "x" },
        { name: "a text", message: "y" },
      ],
    },
  ],
  [
    "a place that only the cause knows",
    withStack(
      new TypeError("fetch failed", { cause: withStack(new Error("x"), `    at async (${folder}/a b.ts:1:2)`) }),
    ),
    { name: "TypeError", message: "fetch failed", at: "a b.ts:1:2", causes: [{ name: "Error", message: "x" }] },
  ],
  [
    "frames of other places",
    withStack(
      new Error("x"),
      "    at node:internal/deps/undici/undici:1:2",
      "    at file://other.host/a.ts:1:2",
      "    at <anonymous>",
      `    at async Promise.all (index 0)`,
      `    at Object.run [as x] (file://${folder.replaceAll(" ", "%20")}/deep/b.ts?v=1:3:4)`,
    ),
    { name: "Error", message: "x", at: "deep/b.ts:3:4" },
  ],
])("sums up %s", (_, thrown, summary) => {
  expect(sumUp(thrown)).toEqual(summary);
});

test("a message is cut at 300 characters, and a folder that is gone holds no place", () => {
  expect(sumUp("x".repeat(400)).message).toBe(`${"x".repeat(299)}…`);
  expect(createThrownReader({ folder: join(folder, "gone") })(new Error("x"))).toEqual({ name: "Error", message: "x" });
});

test("is written as the error with its place, then its causes", () => {
  const causes = [{ name: "Error", message: "", code: "ECONNREFUSED" }];
  expect(thrownLines({ name: "TypeError", message: "fetch failed", at: "tools/a.ts:1:2", causes })).toEqual([
    "TypeError: fetch failed, at tools/a.ts:1:2",
    "caused by Error ECONNREFUSED",
  ]);
});
