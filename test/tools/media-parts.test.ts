import { expect, test } from "vitest";
import { withoutMedia } from "../../src/tools/media-parts.ts";
import { toOutcomeMessage } from "../../src/tools/outcome-message.ts";

const bytes = "A".repeat(4000);

test.each<[fact: string, given: unknown, shown: unknown]>([
  [
    "an image",
    { type: "image", data: bytes, mimeType: "image/png" },
    { type: "image", data: "[3000 bytes, not shown]", mimeType: "image/png" },
  ],
  [
    "a file deep inside",
    { a: [{ uri: "file:///a", blob: bytes }] },
    { a: [{ uri: "file:///a", blob: "[3000 bytes, not shown]" }] },
  ],
  ["no small icon", { type: "image", data: "AAAA" }, { type: "image", data: "AAAA" }],
  ["no long text", { type: "text", text: bytes, data: bytes }, { type: "text", text: bytes, data: bytes }],
  ["nothing of a text", bytes, bytes],
])("takes out the bytes of %s", (_fact, given, shown) => {
  expect(withoutMedia(given)).toEqual(shown);
});

test("gives back the same value where there is nothing to take out", () => {
  const value = { a: [{ b: 1 }], c: "text" };
  expect(withoutMedia(value)).toBe(value);
});

test("a model reads how large a picture is, and never a cut one", () => {
  const output = { content: [{ type: "image", data: "A".repeat(40_000), mimeType: "image/png" }] };
  const message = toOutcomeMessage(
    { status: "ok", callId: "c", tool: "x/shot", attempts: 1, durationMs: 1, output },
    "en",
  );
  expect(message).toBe('{"content":[{"type":"image","data":"[30000 bytes, not shown]","mimeType":"image/png"}]}');
});
