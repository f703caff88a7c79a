import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { type ClientQuestion, currentClient } from "../../src/mcp/server/client-exchange.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import type { AnyTool, ToolContext } from "../../src/tools/tool.ts";

/** One red point. */
export const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A sound of no length. */
const WAV = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const nothing = z.object({});
const text = (words: string): Record<string, unknown> => ({ content: [{ type: "text", text: words }] });
const resource = (uri: string, mimeType: string, words: string): Record<string, unknown> => ({
  type: "resource",
  resource: { uri, mimeType, text: words },
});

interface Facts {
  readonly input?: z.ZodObject;
  readonly run: (input: Record<string, unknown>, context: ToolContext) => unknown;
}

/** A tool of our registry, as any project defines one. They all only look. */
function tool(name: string, { input = nothing, run }: Facts): AnyTool {
  return defineTool({
    name: `suite/${name}`,
    description: `The conformance suite calls it: ${name}.`,
    effect: "read",
    input,
    run: (given, context) => run(given, context),
  }) as AnyTool;
}

/** Tools that answer in each way there is. */
export const answeringTools: readonly AnyTool[] = [
  tool("test_simple_text", { run: () => text("This is a simple text response for testing.") }),
  tool("test_image_content", { run: () => ({ content: [{ type: "image", data: PNG, mimeType: "image/png" }] }) }),
  tool("test_audio_content", { run: () => ({ content: [{ type: "audio", data: WAV, mimeType: "audio/wav" }] }) }),
  tool("test_embedded_resource", {
    run: () => ({
      content: [resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")],
    }),
  }),
  tool("test_multiple_content_types", {
    run: () => ({
      content: [
        { type: "text", text: "Multiple content types test:" },
        { type: "image", data: PNG, mimeType: "image/png" },
        resource("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`),
      ],
    }),
  }),
  tool("test_error_handling", {
    run: () => {
      throw new Error("This tool intentionally returns an error for testing");
    },
  }),
  tool("test_tool_with_progress", {
    run: async (_input, { progress, signal }) => {
      for (const step of [0, 50, 100]) {
        progress?.({ progress: step, total: 100, message: `Completed step ${step}` });
        // At most ten reports a second are passed on.
        await wait(120, undefined, { signal });
      }
      return text("done");
    },
  }),
  tool("test_tool_with_logging", {
    run: () => {
      for (const words of ["started", "processing data", "completed"])
        currentClient()?.log("info", `Tool execution ${words}`);
      return text("Tool with logging executed successfully");
    },
  }),
  tool("test_logging_tool", {
    run: () => {
      currentClient()?.log("info", "only who wants to know is told");
      return text("logged");
    },
  }),
  tool("test_streaming_elicitation", { run: () => text("the stream holds the result and no request") }),
];

/** Tools that ask their client, with the questions and what they make of the answers. */
export const askingTools: readonly AnyTool[] = [
  asking("test_sampling", {
    input: z.object({ prompt: z.string() }),
    questions: ({ prompt }) => ({ answer: { kind: "sample", prompt: String(prompt), maxTokens: 100 } }),
    answer: ({ answered }) => `LLM response: ${sampled(answered["answer"])}`,
  }),
  asking("test_elicitation", {
    input: z.object({ message: z.string() }),
    questions: ({ message }) => ({
      answer: form(String(message), { response: { type: "string", description: "User's response" } }, ["response"]),
    }),
    answer: ({ answered }) => `User response: ${JSON.stringify(answered["answer"])}`,
  }),
  asking("test_elicitation_sep1034_defaults", {
    questions: () => ({ answer: form("Please review the form fields with defaults", defaults, []) }),
    answer: ({ answered }) => `Elicitation completed: ${JSON.stringify(answered["answer"])}`,
  }),
  asking("test_elicitation_sep1330_enums", {
    questions: () => ({ answer: form("Please select options from the enum fields", enums, []) }),
    answer: ({ answered }) => `Elicitation completed: ${JSON.stringify(answered["answer"])}`,
  }),
  asking("test_missing_capability", {
    questions: () => ({ llm_answer: { kind: "sample", prompt: "Reply with the single word: pong", maxTokens: 16 } }),
    answer: () => "sampling round-trip complete",
  }),
  asking("test_input_required_result_elicitation", {
    questions: () => ({ user_name: nameForm }),
    answer: (client) =>
      isName(client.form("user_name")) ? `Hello, ${String(client.form("user_name")?.["name"])}!` : undefined,
  }),
  asking("test_input_required_result_sampling", {
    questions: () => ({
      capital_question: { kind: "sample", prompt: "What is the capital of France?", maxTokens: 100 },
    }),
    answer: ({ answered }) => `Sampling response: ${sampled(answered["capital_question"])}`,
  }),
  asking("test_input_required_result_list_roots", {
    questions: () => ({ client_roots: { kind: "roots" } }),
    answer: ({ answered }) => `Client exposed: ${JSON.stringify(answered["client_roots"])}`,
  }),
  asking("test_input_required_result_request_state", {
    questions: () => ({ confirm: okForm }),
    state: "request_state",
    answer: (client) =>
      client.form("confirm") && client.state === "request_state" ? "state-ok: requestState verified" : undefined,
  }),
  asking("test_input_required_result_tampered_state", {
    questions: () => ({ confirm: okForm }),
    state: "tampered_state",
    answer: (client) => (client.form("confirm") && client.state !== undefined ? "integrity-ok" : undefined),
  }),
  asking("test_input_required_result_multiple_inputs", {
    questions: () => ({
      user_name: nameForm,
      greeting: { kind: "sample", prompt: "Generate a greeting", maxTokens: 50 },
      client_roots: { kind: "roots" },
    }),
    state: "multiple_inputs",
    answer: (client) =>
      isName(client.form("user_name")) && client.answered["greeting"] && client.answered["client_roots"]
        ? `${sampled(client.answered["greeting"])} ${String(client.form("user_name")?.["name"])}`
        : undefined,
  }),
  asking("test_input_required_result_capabilities", {
    questions: () => {
      const can = currentClient()?.answers;
      return {
        ...(can?.form && { user_name: nameForm }),
        ...(can?.sample && {
          greeting: { kind: "sample", prompt: "Generate a short greeting", maxTokens: 50 } as const,
        }),
        ...(can?.roots && { client_roots: { kind: "roots" } as const }),
      };
    },
    answer: () => "Capability-aware input requests fulfilled",
  }),
  tool("test_input_required_result_multi_round", {
    run: () => {
      const client = currentClient()!;
      if (client.state === undefined) return client.ask({ step1: nameForm }, 1);
      if (client.state === 1)
        return client.ask(
          { step2: form("What is your favourite colour?", { color: { type: "string" } }, ["color"]) },
          2,
        );
      return text(`Multi-round complete: ${JSON.stringify(client.form("step2"))}`);
    },
  }),
];

type Client = NonNullable<ReturnType<typeof currentClient>>;

interface Asking {
  readonly input?: z.ZodObject;
  readonly questions: (input: Record<string, unknown>) => Readonly<Record<string, ClientQuestion>>;
  readonly state?: string;
  /** `undefined` where what was answered is not enough. */
  readonly answer: (client: Client) => string | undefined;
}

function asking(name: string, { input = nothing, questions, state, answer }: Asking): AnyTool {
  return tool(name, {
    input,
    run: (given) => {
      const client = currentClient()!;
      const isAnswered = Object.keys(client.answered).length > 0;
      const words = isAnswered ? answer(client) : undefined;
      return words === undefined ? client.ask(questions(given), state) : text(words);
    },
  });
}

function form(message: string, properties: Record<string, object>, required: string[]): ClientQuestion {
  return {
    kind: "form",
    message,
    schema: JSON.parse(JSON.stringify({ type: "object", properties, required })) as Record<string, never>,
  };
}

const nameForm: ClientQuestion = form("What is your name?", { name: { type: "string" } }, ["name"]);
const okForm: ClientQuestion = form("Please confirm", { ok: { type: "boolean" } }, ["ok"]);

const defaults: Record<string, object> = {
  name: { type: "string", description: "User name", default: "John Doe" },
  age: { type: "integer", description: "User age", default: 30 },
  score: { type: "number", description: "User score", default: 95.5 },
  status: { type: "string", description: "User status", enum: ["active", "inactive", "pending"], default: "active" },
  verified: { type: "boolean", description: "Verification status", default: true },
};

const titled = (words: string): object[] =>
  ["First", "Second", "Third"].map((title, at) => ({ const: `value${at + 1}`, title: `${title} ${words}` }));
const options = ["option1", "option2", "option3"];

const enums: Record<string, object> = {
  untitledSingle: { type: "string", description: "Select one option", enum: options },
  titledSingle: { type: "string", description: "Select one option with titles", oneOf: titled("Option") },
  legacyEnum: {
    type: "string",
    description: "Select one option (legacy)",
    enum: ["opt1", "opt2", "opt3"],
    enumNames: ["Option One", "Option Two", "Option Three"],
  },
  untitledMulti: {
    type: "array",
    description: "Select multiple options",
    minItems: 1,
    maxItems: 3,
    items: { type: "string", enum: options },
  },
  titledMulti: {
    type: "array",
    description: "Select multiple options with titles",
    minItems: 1,
    maxItems: 3,
    items: { anyOf: titled("Choice") },
  },
};

function isName(values: Readonly<Record<string, unknown>> | undefined): boolean {
  return typeof values?.["name"] === "string";
}

function sampled(answer: unknown): string {
  const { content } = (answer ?? {}) as { readonly content?: { readonly text?: unknown } };
  return typeof content?.text === "string" ? content.text : JSON.stringify(answer);
}
