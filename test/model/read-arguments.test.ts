import { expect, test } from "vitest";
import { readArguments } from "../../src/model/read-arguments.ts";

test.each<[string, unknown, object]>([
  ["an object", '{"city":"Oslo"}', { city: "Oslo" }],
  ["nothing", undefined, {}],
  ["null in place of a text", null, {}],
  ["an empty text", "", {}],
  ["blanks", " \n", {}],
  [
    "keys of one name in different objects",
    '{"a":{"x":1},"b":[{"x":2},{"x":3}]}',
    { a: { x: 1 }, b: [{ x: 2 }, { x: 3 }] },
  ],
  ["keys inside a string", '{"a":"\\",\\"b\\":1,\\"b\\":2\\\\","b":3}', { a: '","b":1,"b":2\\', b: 3 }],
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
  ["single quotes", "{'a':'say \"hi\"'}", { a: 'say "hi"' }, "quotes mended"],
  ["keys without quotes", '{city:"Oslo", days: 2}', { city: "Oslo", days: 2 }, "quotes mended"],
  ["an escaped apostrophe", '{"a":"it\\\'s"}', { a: "it's" }, "quotes mended"],
  ["words of Python", "{'a':True,'b':False,'c':None}", { a: true, b: false, c: null }, "quotes mended, words mended"],
  ["Chinese punctuation", "{“城市”：“上海”，“天”：2}", { 城市: "上海", 天: 2 }, "quotes mended, punctuation mended"],
  ["comments", '{"a":1, // one\n"b":2 /* two */}', { a: 1, b: 2 }, "comments removed"],
  ["backslashes that escape nothing", '{"path":"C:\\Users\\me"}', { path: "C:\\Users\\me" }, "backslashes doubled"],
  ["a broken escape of Unicode", '{"a":"\\u00e9 \\user"}', { a: "é \\user" }, "backslashes doubled"],
  ["a long number", '{"id":2512292042121000001}', { id: "2512292042121000001" }, "long numbers kept as digits"],
  [
    "a long number, encoded twice",
    '"{\\"id\\":2512292042121000001}"',
    { id: "2512292042121000001" },
    "decoded twice, long numbers kept as digits",
  ],
  ["a key twice with one value", '{"a":1,"b":2, "a": 1 }', { a: 1, b: 2 }, "repeated key removed"],
  ["a fence and a comma", '```\n{"a":1,}\n```', { a: 1 }, "code fence removed, commas or line breaks mended"],
])("repairs %s and says so", (_name, ...[sent, value, repair]) => {
  expect(readArguments(sent, false)).toEqual({ arguments: value, repair });
});

const twice = (key: string): string =>
  `The key "${key}" is given twice, with different values. Send the call again with each key once.`;
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
  ["an apostrophe between single quotes", "{'a':'it's'}", cutOff],
  [
    "backslashes of which some are escapes",
    '{"path":"C:\\Users\\new"}',
    'It is not clear which backslashes of "C:\\Users\\new" are meant as such. Write each of them twice.',
  ],
  ["a key with two values", '{"amount":1,"to":"a","amount":1000}', twice("amount")],
  ["a key with two values, further in", '{"list":[{"a":{"b":1,"b":2}}]}', twice("b")],
  ["a key with two values behind one with one", '{"a":1,"a":1,"b":1,"b":2}', twice("b")],
  ["a key spelt in two ways", '{"a":1,"\\u0061":2}', twice("a")],
  ["a key of a language's own", '{"__proto__":1,"__proto__":2}', twice("__proto__")],
  ["a key with two values in a text that is mended", "{to:'a', to:'b'}", twice("to")],
  ["a key with two values, encoded twice", '"{\\"a\\":1,\\"a\\":2}"', twice("a")],
  ["a key with two long numbers", '{"a":2512292042121000001,"a":2512292042121000002}', twice("a")],
  ["a cut text in single quotes", "{'command':'rm", cutOff],
  [
    "not a number",
    '{"a":NaN}',
    `The arguments are not valid JSON: Unexpected token 'N', "{"a":NaN}" is not valid JSON.`,
  ],
  [
    "a comma that is missing",
    '{"a": "x" "b": 2}',
    "The arguments are not valid JSON: Expected ',' or '}' after property value in JSON at position 10 (line 1 column 11).",
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
