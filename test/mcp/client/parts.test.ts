import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../../src/base/json.ts";
import { fitsPattern, valueFor } from "../../../src/mcp/client/fits-pattern.ts";
import { headerParams, toHeaders } from "../../../src/mcp/client/header-params.ts";
import { LineReader } from "../../../src/mcp/client/line-reader.ts";
import { readListed } from "../../../src/mcp/client/read-listed.ts";
import { createTextTail } from "../../../src/mcp/client/text-tail.ts";
import { tooLongAnswer } from "../../../src/mcp/client/too-long-answer.ts";

describe("patterns of names", () => {
  test.each<[pattern: string, name: string, fits: boolean]>([
    ["read", "read", true],
    ["read", "read_all", false],
    ["*", "", true],
    ["get_*", "get_a", true],
    ["*_get", "a_get", true],
    ["a*b*c", "a-b-b-c", true],
    ["a*b*c", "a-c", false],
    ["ab*ba", "aba", false],
    ["**", "x", true],
    ["a.c", "abc", false],
  ])("%s takes %s: %s", (pattern, name, fits) => {
    expect(fitsPattern(pattern, name)).toBe(fits);
  });

  test("the longest pattern counts", () => {
    expect(valueFor({ "*": 1, "get_*": 2, get_secret: 3 }, "get_secret")).toBe(3);
    expect(valueFor({ "get_*": 2, "*": 1 }, "get_a")).toBe(2);
    expect(valueFor({ "get_*": 2 }, "set")).toBeUndefined();
  });
});

describe("arguments as headers", () => {
  const object = (properties: JsonObject): JsonObject => ({ type: "object", properties });
  const text = (header: unknown, type = "string"): JsonObject => ({ type, "x-mcp-header": header }) as JsonObject;

  test.each<[fact: string, schema: JsonObject, fault: string]>([
    ["no word of HTTP", object({ a: text("a b") }), "`x-mcp-header` at a is no header."],
    ["no text", object({ a: text(1) }), "`x-mcp-header` at a is no header."],
    ["the root", text("A", "object"), "`x-mcp-header` at the root is no header."],
    ["a number", object({ a: text("A", "number") }), "`x-mcp-header` at a is on no plain value."],
    ["twice", object({ a: text("A"), b: text("a") }), "`x-mcp-header` gives a twice."],
    [
      "inside a list",
      object({ a: { type: "array", items: text("A") } }),
      "`x-mcp-header` stands at a place that not every call has (items).",
    ],
  ])("cannot be meant: %s", (_fact, schema, fault) => {
    expect(headerParams(schema)).toEqual({ fault });
  });

  test("plain values go as they are, others as base64, absent ones not at all", () => {
    const read = headerParams(
      object({ a: text("A"), deep: object({ b: text("B", "integer") }), c: text("C", "boolean"), d: text("D") }),
    );
    expect(read).toEqual({
      params: [
        { path: ["a"], header: "A" },
        { path: ["deep", "b"], header: "B" },
        { path: ["c"], header: "C" },
        { path: ["d"], header: "D" },
      ],
    });
    const { params } = read as Extract<typeof read, { params: unknown }>;
    expect(toHeaders(params, { a: " x", deep: { b: 7 }, c: false })).toEqual({
      "Mcp-Param-A": "=?base64?IHg=?=",
      "Mcp-Param-B": "7",
      "Mcp-Param-C": "false",
    });
    expect(toHeaders(params, { a: "", deep: 5, c: { x: 1 }, d: "plain" })).toEqual({
      "Mcp-Param-A": "=?base64??=",
      "Mcp-Param-D": "plain",
    });
  });
});

describe("lines of a stream", () => {
  function read(chunks: readonly string[], maxBytes: number): unknown[] {
    const seen: unknown[] = [];
    const reader = new LineReader(maxBytes, {
      line: (line) => seen.push(line),
      tooLong: (head, tail, bytes) => seen.push([head.length, tail.length, bytes]),
    });
    for (const chunk of chunks) reader.push(Buffer.from(chunk));
    return seen;
  }

  test.each<[fact: string, chunks: readonly string[], lines: unknown[]]>([
    ["whole lines", ["a\nb\n"], ["a", "b"]],
    ["a line in pieces", ["a", "b", "c\nd"], ["abc"]],
    ["a letter in pieces is whole again", ["\u00FC\n"], ["\u00FC"]],
    ["empty lines", ["\n\n"], ["", ""]],
    [
      "a line that is too long, and the ones after it",
      ["x".repeat(30), "y".repeat(2000), "\nok\n"],
      [[30, 512, 2030], "ok"],
    ],
  ])("%s", (_fact, chunks, lines) => {
    expect(read(chunks, 20)).toEqual(lines);
  });

  test("an answer that was too long is an error for its request, whichever end its id stands at", () => {
    const error = {
      code: -32_099,
      message: "The answer is 99 bytes long; at most 10 bytes are read (`maxMessageBytes`).",
    };
    const line = { head: "", tail: "", bytes: 99 };
    expect(tooLongAnswer({ ...line, head: '{"jsonrpc":"2.0","id":7,"result":{"id":5' }, 10)).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error,
    });
    expect(tooLongAnswer({ ...line, head: '{"result":{"a":1', tail: 'xx"}]},"jsonrpc":"2.0","id":12}' }, 10)).toEqual({
      jsonrpc: "2.0",
      id: 12,
      error,
    });
    expect(tooLongAnswer({ ...line, head: '{"method":"x"', tail: '"id":12}' }, 10)).toBeUndefined();
  });
});

test("the tail of a text keeps its last lines, cleaned and cut", () => {
  const tail = createTextTail({ lines: 3, width: 20 });
  tail.push("one\ntw");
  tail.push("o\n\nthree\n\u001B[31mfo");
  expect(tail.lines()).toEqual(["two", "three", "fo"]);
  tail.push(`ur\n${"x".repeat(1000)}`);
  expect(tail.lines()).toEqual(["three", "four", "x".repeat(20)]);
});

test("a definition that no model could read is left out", () => {
  const entry = { name: "n", description: "d".repeat(1e6), inputSchema: { type: "object" } };
  expect(readListed([entry])).toEqual({
    tools: [],
    dropped: [{ name: "n", reason: "Its definition is longer than 200000 characters." }],
  });
});
