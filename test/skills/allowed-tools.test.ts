import { expect, test } from "vitest";
import { parseAllowedTools } from "../../src/skills/allowed-tools.ts";

test.each([
  ["blanks", "weather/get_current  notify/send@1.2", ["weather/get_current", "notify/send@1.2"]],
  ["commas", "Read, Write,Grep", ["Read", "Write", "Grep"]],
  ["Chinese commas", "weather/get，notify/send、a/b", ["weather/get", "notify/send", "a/b"]],
  ["a list", ["Read", "Bash(git add *)"], ["Read", "Bash(git add *)"]],
  ["a list with several in one entry", ["Read Write"], ["Read", "Write"]],
  ["parentheses", "Bash(git add *) Bash(jq:*), Read", ["Bash(git add *)", "Bash(jq:*)", "Read"]],
  ["nested parentheses", "Bash(echo (a, b)) Read", ["Bash(echo (a, b))", "Read"]],
  ["stars", "events/* mcp__server__tool *", ["events/*", "mcp__server__tool", "*"]],
  ["the same twice", "Read Read", ["Read"]],
  ["an empty list", [], []],
])("reads %s", (_form, value, entries) => {
  expect(parseAllowedTools(value)).toEqual({ entries });
});

test.each([
  ["nothing", null, "it is empty"],
  ["an empty text", "", "it is empty"],
  ["a number", 1, "1 is no text"],
  ["a truth value", true, "true is no text"],
  ["a mapping", { Read: true }, '{"Read":true} is no text'],
  ["a list with a mapping", ["Read", { Bash: "git" }], '{"Bash":"git"} is no text'],
  ["an open parenthesis", "Bash(git Read", 'the parentheses of "Bash(git Read" do not match'],
  ["a lone closing one", "Read) Write", 'the parentheses of "Read) Write" do not match'],
  ["a bracket", "[Read, Write", '"[Read" is no tool name'],
  ["a colon behind", "Read: Write", '"Read:" is no tool name'],
])("allows nothing for %s", (_form, value, unreadable) => {
  expect(parseAllowedTools(value)).toEqual({ entries: [], unreadable });
});
