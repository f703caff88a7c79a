import { z } from "zod";
import type { McpHttpServer, McpServerOptions, McpStdioServer } from "../mcp-server-config.ts";

const text = z.string({ error: "expected a text" }).min(1, { error: "expected a text that is not empty" });
const anyText = z.string({ error: "expected a text" });
const texts = z.array(text, { error: "expected a list of texts" });
const textMap = z.record(z.string(), anyText, { error: "expected an object of texts" });
const flag = z.boolean({ error: "expected true or false" });
const ms = z
  .number({ error: "expected a number of ms above 0" })
  .positive({ error: "expected a number of ms above 0" })
  .max(2_147_483_647, { error: "expected at most 2147483647 ms" });
const whole = z.int({ error: "expected a whole number from 1" }).min(1, { error: "expected a whole number from 1" });
const object = { error: "expected an object" };

const common = {
  disabled: flag.exactOptional(),
  required: flag.exactOptional(),
  startTimeoutMs: ms.exactOptional(),
  timeoutMs: ms.exactOptional(),
  maxTotalMs: ms.exactOptional(),
  tools: z.strictObject({ allow: texts.exactOptional(), deny: texts.exactOptional() }, object).exactOptional(),
  effects: z
    .record(text, z.enum(["read", "write", "destructive"], { error: 'expected "read", "write" or "destructive"' }), {
      error: "expected an object of patterns and effects",
    })
    .exactOptional(),
  idempotent: texts.exactOptional(),
  retry: z
    .strictObject(
      {
        maxAttempts: whole.max(10, { error: "expected a whole number from 1 to 10" }).exactOptional(),
        backoffMs: ms.exactOptional(),
        maxBackoffMs: ms.exactOptional(),
      },
      object,
    )
    .exactOptional(),
  fallbacks: z.record(text, texts, { error: "expected an object of names and lists of tools" }).exactOptional(),
  maxResultBytes: whole.exactOptional(),
  maxMessageBytes: whole.exactOptional(),
  sampling: flag.exactOptional(),
  roots: texts.exactOptional(),
  era: z.enum(["auto", "legacy", "modern"], { error: 'expected "auto", "legacy" or "modern"' }).exactOptional(),
} satisfies Record<keyof McpServerOptions, z.ZodType>;

/** A server that is started. */
const stdioSchema = z.strictObject({
  command: text,
  args: z.array(anyText, { error: "expected a list of texts" }).exactOptional(),
  env: textMap.exactOptional(),
  inheritEnv: texts.exactOptional(),
  cwd: text.exactOptional(),
  ...common,
} satisfies Record<keyof McpStdioServer, z.ZodType>);

/** A server that is reached. */
const httpSchema = z.strictObject({
  url: text.refine((value) => value.includes("${") || /^https?:$/.test(protocolOf(value)), {
    error: "expected an address that begins with http:// or https://",
  }),
  type: z.enum(["http", "sse"], { error: 'expected "http" or "sse"' }).exactOptional(),
  headers: textMap.exactOptional(),
  oauth: z
    .strictObject(
      {
        clientId: text.exactOptional(),
        clientSecret: text.exactOptional(),
        scopes: texts.exactOptional(),
        clientMetadataUrl: text.exactOptional(),
        grant: z
          .enum(["authorization_code", "client_credentials"], {
            error: 'expected "authorization_code" or "client_credentials"',
          })
          .exactOptional(),
        callbackPort: whole.max(65_535, { error: "expected a port from 1 to 65535" }).exactOptional(),
      },
      object,
    )
    .exactOptional(),
  ...common,
} satisfies Record<keyof McpHttpServer, z.ZodType>);

function protocolOf(value: string): string {
  return URL.canParse(value) ? new URL(value).protocol : "";
}

/** How a server is spoken to: over its own streams, or over HTTP. */
export type ServerKind = "stdio" | "http";

/** The keys of an entry of each kind. */
export const serverKeys: Readonly<Record<ServerKind, readonly string[]>> = {
  stdio: Object.keys(stdioSchema.shape),
  http: Object.keys(httpSchema.shape),
};

/** What is wrong with an entry of a kind. */
export function entryIssues(kind: ServerKind, entry: unknown): readonly z.core.$ZodIssue[] {
  return (kind === "stdio" ? stdioSchema : httpSchema).safeParse(entry).error?.issues ?? [];
}

/** The keys of the objects inside an entry that have keys of their own. */
export const innerKeys: Readonly<Record<string, readonly string[]>> = {
  tools: ["allow", "deny"],
  retry: ["maxAttempts", "backoffMs", "maxBackoffMs"],
  oauth: ["grant", "clientId", "clientSecret", "scopes", "clientMetadataUrl", "callbackPort"],
};
