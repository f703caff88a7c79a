import type { JsonObject } from "../../src/base/json.ts";
import { currentClient } from "../../src/mcp/server/client-exchange.ts";
import type { ServedOffers, ServedPrompt } from "../../src/mcp/server/served-offers.ts";
import { PNG } from "./server-tools.ts";

const says = (text: string): { role: "user"; content: Record<string, unknown> } => ({
  role: "user",
  content: { type: "text", text },
});

const contextForm: JsonObject = {
  type: "object",
  properties: { context: { type: "string" } },
  required: ["context"],
};

const prompts: readonly ServedPrompt[] = [
  {
    name: "test_simple_prompt",
    title: "Simple Test Prompt",
    description: "A prompt without arguments",
    get: () => [says("This is a simple prompt for testing.")],
  },
  {
    name: "test_prompt_with_arguments",
    description: "A prompt with required arguments",
    arguments: [
      { name: "arg1", description: "First test argument", required: true },
      { name: "arg2", description: "Second test argument", required: true },
    ],
    get: ({ arg1, arg2 }) => [says(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
    complete: (_argument, text) => ["test-value", "test-other"].filter((value) => value.startsWith(text)),
  },
  {
    name: "test_prompt_with_embedded_resource",
    description: "A prompt that includes an embedded resource",
    arguments: [{ name: "resourceUri", description: "URI of the resource to embed", required: true }],
    get: ({ resourceUri: uri }) => [
      {
        role: "user",
        content: {
          type: "resource",
          resource: { uri, mimeType: "text/plain", text: "Embedded resource content for testing." },
        },
      },
      says("Please process the embedded resource above."),
    ],
  },
  {
    name: "test_prompt_with_image",
    description: "A prompt that includes image content",
    get: () => [
      { role: "user", content: { type: "image", data: PNG, mimeType: "image/png" } },
      says("Please analyze the image above."),
    ],
  },
  {
    name: "test_input_required_result_prompt",
    description: "A prompt that asks its client",
    get: () => {
      const client = currentClient()!;
      const context = client.form("user_context")?.["context"];
      if (typeof context === "string") return [says(`Use the following context: ${context}`)];
      client.ask({
        user_context: { kind: "form", message: "What context should the prompt use?", schema: contextForm },
      });
      return [];
    },
  },
];

/** What the suite wants beside tools. @param follow what tells that a list has changed */
export function serverOffers(follow: NonNullable<ServedOffers["onChange"]>): ServedOffers {
  return {
    prompts,
    onChange: follow,
    resources: [
      {
        uri: "test://static-text",
        name: "static-text",
        title: "Static Text Resource",
        description: "A static text resource for testing",
        mimeType: "text/plain",
        read: () => ({ text: "This is the content of the static text resource." }),
      },
      {
        uri: "test://static-binary",
        name: "static-binary",
        description: "A static binary resource",
        mimeType: "image/png",
        read: () => ({ blob: PNG }),
      },
      {
        uri: "test://watched-resource",
        name: "watched-resource",
        mimeType: "text/plain",
        read: () => ({ text: "Watched resource content" }),
      },
      {
        uri: "test://template/{id}/data",
        name: "template",
        description: "A resource template with parameter substitution",
        mimeType: "application/json",
        read: (_uri, { id }) => ({ text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) }),
      },
    ],
  };
}
