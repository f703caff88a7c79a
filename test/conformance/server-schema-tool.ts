import { defineTool } from "../../src/tools/define-tool.ts";
import type { AnyTool } from "../../src/tools/tool.ts";

/** A tool whose schema uses what JSON Schema 2020-12 has, as a foreign tool would bring it. */
export const schemaTool: AnyTool = defineTool({
  name: "suite/json_schema_2020_12_tool",
  description: "Tool with JSON Schema 2020-12 features for conformance testing (SEP-1613, SEP-2106)",
  effect: "read",
  inputSchema: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: {
      address: {
        $anchor: "addressDef",
        type: "object",
        properties: { street: { type: "string" }, city: { type: "string" } },
      },
    },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  },
  run: (input) => ({ content: [{ type: "text", text: `called with ${JSON.stringify(input)}` }] }),
}) as AnyTool;
