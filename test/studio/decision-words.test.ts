import { expect, test } from "vitest";
import { decisionWords } from "../../src/studio/decision-words.ts";

const id = "ask_12ab";

test.each([
  [{ action: "approve" }, ["--approve", "--by=mia"]],
  [{ action: "approve", answer: "blue" }, ["--answer=blue", "--by=mia"]],
  [{ action: "answer", answer: "--migrate" }, ["--answer=--migrate", "--by=mia"]],
  [{ action: "reject", reason: " too late " }, ["--reject", "--by=mia", "--reason=too late"]],
  [{ action: "edit", edit: '{"amount":3}' }, ['--edit={"amount":3}', "--by=mia"]],
  [{ action: "happened", answer: "" }, ["--happened=null", "--by=mia"]],
  [{ action: "again", reason: "--by=eve" }, ["--again", "--by=mia", "--reason=--by=eve"]],
])("calls the command for %o", (posted, words) => {
  expect(decisionWords({ id, by: "mia", ...posted })).toEqual(["approvals", "decide", id, ...words]);
});

test.each([
  ["no decision", {}],
  ["an action that is none", { action: "migrate" }],
  ["an action that every object has", { action: "constructor" }],
  ["an id that is an option", { action: "approve", id: "--by=eve" }],
  ["nobody who decides", { action: "approve", by: "" }],
  ["a NUL in a text", { action: "reject", reason: "a\0b" }],
  ["a text that no command takes", { action: "reject", reason: "長".repeat(50_000) }],
  ["texts that are none", { action: "approve", by: ["mia"] }],
])("takes no form with %s", (_name, posted) => {
  expect(decisionWords({ id, by: "mia", ...posted })).toBeUndefined();
});
