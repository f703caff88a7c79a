import type { JsonObject } from "../../base/json.ts";
import { cleanText } from "../../tools/clean-text.ts";
import { defineTool, type ToolPolicySpec } from "../../tools/define-tool.ts";
import { mendSchema } from "../../tools/json-schema/mend-schema.ts";
import type { AnyTool, FallbackStep } from "../../tools/tool.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";
import { callTool, type CallTarget } from "./call-tool.ts";
import { cleanSchema, shorten } from "./clean-schema.ts";
import { headerParams } from "./header-params.ts";
import type { ListedTool } from "./mcp-trust.ts";
import { effectOf, idempotencyOf } from "./tool-facts.ts";

/** What all tools of a server have in common. */
export interface McpToolParts {
  readonly server: string;
  readonly config: McpServerConfig;
  /** How the tool's calls reach the server. */
  readonly link: Pick<CallTarget, "connection" | "renew" | "relist" | "inputs">;
  /** True where arguments can go along as headers. */
  readonly overHttp: boolean;
}

/** A server's tool as one of ours, and what had to be mended; or why it cannot be one. */
export type MadeTool = { readonly tool: AnyTool; readonly flags: readonly string[] } | { readonly fault: string };

/** Longest description of a tool, in characters. */
const longestDescription = 4000;
/** Longest result of a call, in characters of JSON, where the config does not say. */
const defaultResult = 5_000_000;

/** Makes one of our tools of a listed one. `name` is the one it has with us. */
export function makeMcpTool(listed: ListedTool, name: string, parts: McpToolParts): MadeTool {
  const { server, config, link } = parts;
  const given = headerParams(parts.overHttp ? listed.inputSchema : undefined);
  if ("fault" in given) return { fault: given.fault };
  const input = mendSchema(opened(cleanSchema(listed.inputSchema ?? {})), { root: "object" });
  const output = listed.outputSchema && mendSchema(listed.outputSchema, { root: "any" });
  const effect = effectOf(listed, config);
  const idempotency = idempotencyOf(listed.name, effect, config);
  const { timeoutMs = 60_000, maxResultBytes: maxLength = defaultResult } = config;
  const target: CallTarget = {
    server,
    name: listed.name,
    tool: name,
    safe: idempotency === "safe",
    reads: effect === "read",
    params: given.params,
    outputSchema: output?.schema,
    maxLength,
    timeoutMs,
    ...link,
  };
  const tool = defineTool({
    name,
    toolset: server,
    category: "mcp",
    labels: ["untrusted"],
    description: descriptionOf(server, listed),
    effect,
    idempotency,
    policy: {
      ...policyOf(listed.name, config),
      maxOutputLength: maxLength,
      ...(target.safe && config.retry && { retry: config.retry }),
    },
    inputSchema: input.schema,
    run: (values: JsonObject, context) => callTool(target, values, context),
  });
  return {
    tool,
    flags: [
      ...input.notes.map((note) => `Its \`inputSchema\` ${note}.`),
      ...(output?.notes ?? []).map((note) => `Its \`outputSchema\` ${note}.`),
    ],
  };
}

/** Keywords with which an author says something of the arguments. */
const saysMore: readonly string[] = [
  "properties",
  "additionalProperties",
  "patternProperties",
  "$ref",
  "allOf",
  "anyOf",
  "oneOf",
];

/** Our own contracts take no key that they do not name; one that says nothing of keys takes any, as the protocol has it. */
function opened(schema: JsonObject): JsonObject {
  return saysMore.some((keyword) => keyword in schema) ? schema : { ...schema, additionalProperties: true };
}

/** What the server says, and whose word it is; a title says it where nothing else does. */
function descriptionOf(server: string, { name, title, description }: ListedTool): string {
  const text = [description, title].map((words) => cleanText(words ?? "").trim()).find((words) => words !== "");
  return shorten(text ?? `"${cleanText(name)}" of the MCP server "${server}".`, longestDescription);
}

function policyOf(name: string, config: McpServerConfig): ToolPolicySpec {
  const { timeoutMs = 60_000, maxTotalMs = Math.max(timeoutMs, 600_000), fallbacks } = config;
  const steps = fallbacks?.[name]?.map((tool): FallbackStep => ({ tool, unproven: true }));
  return {
    timeoutMs: maxTotalMs,
    // Servers say with an error that there is no such city, too; only one that says hardly anything else is not well.
    breaker: { errorRate: 0.8 },
    ...(steps && { fallback: steps }),
  };
}
