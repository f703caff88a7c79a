import { expect, test } from "vitest";
import { createEmbedder } from "../../src/model/embedder.ts";
import { raw, refusal, startServer } from "./scripted-server.ts";

const vectors = (...rows: readonly (readonly number[])[]): string =>
  JSON.stringify({ object: "list", data: rows.map((embedding, index) => ({ object: "embedding", index, embedding })) });

test("asks the server once for the vectors of all texts, as plain numbers", async () => {
  const server = await startServer(raw(200, vectors([1, 0], [0, 1])));
  const embedder = createEmbedder({ model: "small", dimensions: 2, apiKey: "key-123", baseURL: server.baseURL });
  expect(await embedder.embed(["one", "two"])).toEqual([
    [1, 0],
    [0, 1],
  ]);
  expect(server.requests.map(({ url, body, headers }) => [url, body, headers.authorization])).toEqual([
    [
      "/v1/embeddings",
      { model: "small", input: ["one", "two"], dimensions: 2, encoding_format: "float" },
      "Bearer key-123",
    ],
  ]);
  expect(embedder.name).toBe(`small 2 ${server.baseURL}`);
});

test.each([
  ["a refused key", refusal(401, { message: "bad key" }), "MODEL_AUTHENTICATION"],
  ["an unknown model", refusal(404, { message: "no such model" }), "MODEL_NOT_FOUND"],
  ["a limit, which is not tried again", refusal(429, { message: "slow down" }), "MODEL_RATE_LIMIT"],
  ["a server that fails", refusal(500, { message: "oops" }), "MODEL_SERVER_ERROR"],
  ["a page in place of an answer", raw(200, "<html>", { "content-type": "text/html" }), "MODEL_BROKEN_ANSWER"],
  ["an answer of another shape", raw(200, JSON.stringify({ result: [] })), "MODEL_BROKEN_ANSWER"],
  ["too few vectors", raw(200, vectors([1, 0])), "MODEL_BROKEN_ANSWER"],
  [
    "vectors that are none",
    raw(200, JSON.stringify({ data: [{ embedding: "AAAA" }, { embedding: "AAAA" }] })),
    "MODEL_BROKEN_ANSWER",
  ],
])("tells %s", async (_, answer, code) => {
  const server = await startServer(answer);
  const embedder = createEmbedder({ model: "small", baseURL: server.baseURL });
  await expect(embedder.embed(["one", "two"])).rejects.toMatchObject({
    code,
    data: { model: "small", url: server.baseURL },
  });
  expect(server.requests).toHaveLength(1);
});

test("gives up when its time is over", async () => {
  const server = await startServer(() => undefined);
  const embedder = createEmbedder({ model: "small", baseURL: server.baseURL, timeoutMs: 50 });
  await expect(embedder.embed(["one"])).rejects.toMatchObject({ code: "MODEL_TIMEOUT" });
});

test("stops with its caller", async () => {
  const server = await startServer(() => undefined);
  const controller = new AbortController();
  const embedder = createEmbedder({ model: "small", baseURL: server.baseURL });
  const embedding = embedder.embed(["one"], controller.signal);
  await Promise.race([server.next(), embedding]);
  controller.abort(new Error("enough"));
  await expect(embedding).rejects.toThrow("enough");
});

test("refuses an address that is none", () => {
  expect(() => createEmbedder({ model: "small", baseURL: "localhost:80" })).toThrow(
    expect.objectContaining({ code: "MODEL_UNREACHABLE" }),
  );
});
