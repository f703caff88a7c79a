import { expect, test } from "vitest";
import { isContentOutput, toContentBlocks } from "../../../src/mcp/server/content-blocks.ts";

test.each<[string, unknown]>([
  ["no list", { content: "text" }],
  ["an empty list", { content: [] }],
  ["a part that is none", { content: [{ type: "text", text: "a" }, { type: "paragraph" }] }],
  ["a text without text", { content: [{ type: "text" }] }],
  ["a picture without its kind", { content: [{ type: "image", data: "" }] }],
  ["nothing", null],
])("an answer with %s is data like any other", (_what, output) => {
  expect(isContentOutput(output)).toBe(false);
});

test("each kind of part is handed on with what is known of it, and with nothing else", () => {
  const content = [
    { type: "text", text: "a", annotations: { audience: ["user"] }, _meta: { x: 1 }, more: true },
    { type: "audio", data: "aGk=", mimeType: "audio/wav" },
    { type: "resource", uri: "a://b", mimeType: "text/plain", blob: "aGk=" },
    { type: "resource", resource: { uri: "a://c", text: "c" } },
    { type: "resource_link", uri: "a://d", name: "d", title: "D", description: "dd", mimeType: "a/b", size: 3 },
    { type: "unsupported", kind: "smell", value: {} },
  ];
  expect(toContentBlocks({ content })).toEqual([
    { type: "text", text: "a", annotations: { audience: ["user"] }, _meta: { x: 1 } },
    { type: "audio", data: "aGk=", mimeType: "audio/wav" },
    { type: "resource", resource: { uri: "a://b", mimeType: "text/plain", blob: "aGk=" } },
    { type: "resource", resource: { uri: "a://c", text: "c" } },
    { type: "resource_link", uri: "a://d", name: "d", title: "D", description: "dd", mimeType: "a/b", size: 3 },
    { type: "text", text: "[a part of kind smell that cannot be passed on]" },
  ]);
});
