import { expect, test } from "vitest";
import { readArguments } from "../../src/model/read-arguments.ts";

test.each<[string, unknown, object]>([
  ["an object", '{"city":"Oslo"}', { city: "Oslo" }],
  ["nothing", undefined, {}],
  ["null in place of a text", null, {}],
  ["an empty text", "", {}],
  ["blanks", " \n", {}],
  ["a long number inside a string", '{"id":"2512292042121000001"}', { id: "2512292042121000001" }],
  ["a number that sixteen digits hold exactly", '{"id":1000000000000000}', { id: 1_000_000_000_000_000 }],
])("reads %s as it is", (_name, sent, value) => {
  expect(readArguments(sent, false)).toEqual({ arguments: value });
});

test.each<[string, unknown, object, string]>([
  ["an object instead of a text", { city: "Oslo" }, { city: "Oslo" }, "sent as an object instead of a text"],
  ["a string in a string", '"{\\"city\\":\\"上海\\"}"', { city: "上海" }, "decoded twice"],
  ["a code fence", '```json\n{"city":"Oslo"}\n```', { city: "Oslo" }, "code fence removed"],
  ["prose around it", 'Here you are: {"a":"}"} Good luck!', { a: "}" }, "text around the object removed"],
  ["the same object twice", '{"q":"a"}{"q": "a"}', { q: "a" }, "text around the object removed"],
  ["trailing commas", '{"a":[1,2,],"b":", }",}', { a: [1, 2], b: ", }" }, "commas or line breaks mended"],
  ["raw line breaks in a string", '{"a":"one\ntwo\tthree"}', { a: "one\ntwo\tthree" }, "commas or line breaks mended"],
  ["an escaped quote before a raw line break", '{"a":"\\"\n"}', { a: '"\n' }, "commas or line breaks mended"],
  ["a fence and a comma", '```\n{"a":1,}\n```', { a: 1 }, "code fence removed, commas or line breaks mended"],
])("repairs %s and says so", (_name, ...[sent, value, repair]) => {
  expect(readArguments(sent, false)).toEqual({ arguments: value, repair });
});

const cutOff = "The arguments were cut off before their end, so nothing was run. Send the call again, shorter.";

test.each<[string, unknown, string]>([
  ["null", "null", "The arguments must be one JSON object, not null."],
  ["a list", "[1]", "The arguments must be one JSON object, not a list."],
  ["a number in place of a text", 7, "The arguments must be one JSON object, not a number."],
  ["a plain word", '"Oslo"', "The arguments must be one JSON object, not a string."],
  ["prose", "the city of Oslo", "The arguments are not JSON. Send one JSON object."],
  ["a text that was cut off", '{"command":"rm -rf /tmp/bu', cutOff],
  ["a cut text whose string is whole", '{"command":"rm -rf /tmp"', cutOff],
  ["a cut text in a fence", '```json\n{"a":1', cutOff],
  [
    "two different objects",
    '{"q":"a"}{"q":"b"}',
    "The arguments hold more than one JSON value. Send exactly one JSON object.",
  ],
  [
    "single quotes",
    "{'a':1}",
    "The arguments are not valid JSON: Expected property name or '}' in JSON at position 1 (line 1 column 2).",
  ],
  [
    "an escape that JSON has not",
    '{"path":"C:\\q"}',
    `The arguments are not valid JSON: Bad escaped character in JSON at position 12 (line 1 column 13).`,
  ],
  [
    "a number that would lose digits",
    '{"id":2512292042121000001}',
    "The number 2512292042121000001 is too long to be kept exactly. Send it as a string.",
  ],
  [
    "a number that would lose digits, encoded twice",
    '"{\\"id\\":2512292042121000001}"',
    "The number 2512292042121000001 is too long to be kept exactly. Send it as a string.",
  ],
])("does not guess at %s", (_name, sent, problem) => {
  expect(readArguments(sent, false)).toMatchObject({ problem });
});

test("keeps the text that could not be read", () => {
  expect(readArguments('{"a":', false)).toEqual({ problem: cutOff, rawArguments: '{"a":' });
});

test("takes an empty text for a cut one where the answer was cut", () => {
  expect(readArguments("", true)).toEqual({ problem: cutOff, rawArguments: "" });
});
