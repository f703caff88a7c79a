import { describe, expect, test } from "vitest";
import { namedArguments } from "../../../src/skills/lint/named-arguments.ts";
import { knownTools as tools, lintBody, lintText } from "./lint-text.ts";

test("names the nearest tools for one that is not registered", () => {
  const text = "---\nname: a\ndescription: About a.\n---\n## Steps\n\n1. Call `weather/get_curent` first.\n";
  expect(lintText(text, { tools })).toEqual([
    {
      code: "SKILL_TOOL_UNKNOWN",
      severity: "error",
      message: "Step 1 names `weather/get_curent`, but no tool of that name is registered.",
      where: { file: "a/SKILL.md", line: 7, column: 10 },
      fix: "Did you mean weather/get_current?",
    },
  ]);
});

test.each([
  ["a known tool, with a version", "1. Call `weather/get_current@2`.\n", "", []],
  ["built-in tools", "1. Ask with `user/ask`, then `node/finish`.\n", "", []],
  [
    "a forbidden tool that is unknown",
    "1. Call `notice/send`.\n2. NEVER call `a/b`, since it breaks.\n",
    "",
    ["error SKILL_TOOL_UNKNOWN 6:16"],
  ],
  [
    "a tool outside the limit",
    "1. Call `notice/send`.\n",
    "allowed-tools: events/cancel",
    ["error SKILL_TOOL_NOT_ALLOWED 6:10"],
  ],
  ["a namespace as the limit", "1. Call `notice/send`.\n", "allowed-tools: notice/*", []],
  [
    "a limit that allows nothing",
    "1. Call `notice/send`.\n",
    "allowed-tools: ''",
    ["error SKILL_ALLOWED_TOOLS_UNREADABLE 4:16", "error SKILL_TOOL_NOT_ALLOWED 6:10"],
  ],
  [
    "a ban outside the limit",
    "1. Call `events/cancel`.\n2. NEVER call `notice/send`, since it is late.\n",
    "allowed-tools: events/cancel",
    [],
  ],
  [
    "a limit nobody registered",
    "1. Call `notice/send`.\n",
    "allowed-tools: notice/send notice/sent",
    ["warning SKILL_ALLOWED_TOOL_UNKNOWN 4:16"],
  ],
  [
    "a limit of another host",
    "1. Call `notice/send`.\n",
    "allowed-tools: Read",
    ["error SKILL_TOOL_NOT_ALLOWED 6:10", "warning SKILL_ALLOWED_TOOL_UNKNOWN 4:16"],
  ],
])("%s", (_case, body, head, faults) => {
  expect(lintBody(body, { tools, head })).toEqual(faults);
});

test.each([
  [
    "a step outside it",
    "1. Call `notice/send`.\n",
    "allowed-tools: events/cancel",
    ["error SKILL_TOOL_NOT_ALLOWED 6:10"],
  ],
  [
    "a limit of another host, whose tools are called otherwise",
    "1. Clone `owner/repo`.\n",
    "allowed-tools: Bash Read",
    [],
  ],
  ["unknown tools", "1. Call `a/b(c: 1)`.\n", "license: MIT", []],
])("without a registry: %s", (_case, body, head, faults) => {
  expect(lintBody(body, { head })).toEqual(faults);
});

describe("arguments", () => {
  test("are told with the nearest that the tool has", () => {
    const text = "---\nname: a\ndescription: About a.\n---\n1. Call `weather/get_current(citty, unit)`.\n";
    expect(lintText(text, { tools })).toEqual([
      {
        code: "SKILL_TOOL_ARGUMENT",
        severity: "error",
        message: '`weather/get_current` has no argument "citty"; it takes city and unit.',
        where: { file: "a/SKILL.md", line: 5, column: 30 },
        fix: 'Write "city".',
      },
    ]);
  });

  test.each([
    ["`a/b(city)`", ["city"]],
    ["`a/b(city: \"Rome, (old)\", unit='C')`", ["city", "unit"]],
    ['`a/b({"city": "Rome", unit: {deep: 1}, list: [x, y]})`', ["city", "unit", "list"]],
    ["`a/b()` and `city`", []],
    ['`a/b("Rome", 3, true)`', []],
    ["`a/b` with the arguments `city` and `unit`", ["city", "unit"]],
    ["`a/b` with `city=Rome`, `unit: C` and `word`", ["city", "unit"]],
    ["`a/b` with `Rome`", []],
    ["`a/b`, then leave `refund` empty", []],
    ["用 `a/b` 参数 `city` 和 `unit`", []],
    ["用 `a/b`，带参数 `city` 和 `unit`", []],
    ["no tool, `city`", []],
  ])("%s names %j", (text, names) => {
    expect(namedArguments(text).map(({ name }) => name)).toEqual(names);
  });

  test("of a tool whose arguments are open are not judged", () => {
    expect(lintBody("1. Call `notice/send(anything: 1)`.\n", { tools })).toEqual([]);
  });
});
