import { tool as langchainTool } from "@langchain/core/tools";
import { expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../../src/base/json.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { exportedNames, toOpenAiTools } from "../../src/tools/export-tools.ts";
import { toolFingerprint } from "../../src/tools/tool-fingerprint.ts";
import { tryCall } from "./gateway/try-gateway.ts";

/** As agents hold it in their code, with the types that are easily lost on the way. */
const list = [
  {
    type: "function",
    function: {
      name: "book_room",
      description: "Book a room for some nights.",
      parameters: {
        type: "object",
        properties: {
          room: { type: "integer", format: "int64" },
          from: { type: "string", format: "date" },
          nights: { type: "integer", minimum: 1, default: 1 },
          level: { type: "string", enum: ["plain", "suite"], nullable: true },
        },
        required: ["room", "from"],
      },
    },
  },
] as const;
const handlers: Readonly<Record<string, (input: JsonObject) => unknown>> = { book_room: (input) => input };

const moved = list.map(({ function: { name, description, parameters } }) =>
  defineTool({
    name: `hotel/${name}`,
    description,
    effect: "read",
    inputSchema: parameters as object as JsonObject,
    run: (input) => handlers[name]!(input),
  }),
);

test("a list of OpenAI tools becomes tools, whose contract comes out again as it went in", async () => {
  expect(toOpenAiTools(moved)).toMatchObject([
    {
      function: {
        name: "hotel__book_room",
        description: "Book a room for some nights.",
        parameters: { required: ["room", "from"], properties: { nights: { minimum: 1, default: 1 } } },
      },
    },
  ]);
  expect(exportedNames(moved).get("hotel__book_room")).toBe("hotel/book_room");
});

test.each<[string, object, object]>([
  [
    "digits beyond 2^53",
    { room: "2512292042121000001", from: "2026-11-30" },
    { room: "2512292042121000001", nights: 1 },
  ],
  ["a number as text, in a read", { room: "7", from: "2026-11-30", nights: "2" }, { room: 7, nights: 2 }],
  ["null where it may be", { room: 7, from: "2026-11-30", level: null }, { level: null }],
])("what was special in a schema stays so: %s", async (_, input, given) => {
  expect(await tryCall({ tools: moved, input })).toMatchObject({ status: "ok", output: given });
});

test("a LangChain tool becomes one too, with its own schema", async () => {
  const theirs = langchainTool(({ city }: { city: string }) => `sun in ${city}`, {
    name: "weather",
    description: "The weather.",
    schema: z.object({ city: z.string() }),
  });
  const ours = defineTool({
    name: "sky/weather",
    description: theirs.description,
    effect: "read",
    input: theirs.schema,
    run: (input) => theirs.invoke(input) as Promise<unknown>,
  });
  expect(await tryCall({ tools: [ours], input: { city: "Bern" } })).toMatchObject({ output: "sun in Bern" });
  expect(await tryCall({ tools: [ours], input: { town: "Bern" } })).toMatchObject({ status: "invalid" });
});

test("a contract that changed on the way has another fingerprint", () => {
  const [tool] = moved;
  const schema = { ...tool!.inputSchema, required: ["room"] };
  expect(toolFingerprint({ ...tool!, inputSchema: schema })).not.toBe(toolFingerprint(tool!));
});
