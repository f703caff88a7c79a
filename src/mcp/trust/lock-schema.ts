import { z } from "zod";
import type { JsonObject } from "../../base/json.ts";
import type { SkillPin } from "./skill-pin.ts";
import type { StartFacts } from "./start-facts.ts";
import type { ToolPin } from "./tool-pin.ts";

/** What a project agreed to: which servers may be started, and what their tools were then. */
export interface McpLock {
  readonly servers: Readonly<Record<string, LockedServer>>;
}

/** What was agreed to of one server. */
export interface LockedServer {
  /** Absent: the start was never agreed to. */
  readonly start?: StartFacts;
  /** By the server's own names. */
  readonly tools: Readonly<Record<string, ToolPin>>;
  /** By their own names. @default none */
  readonly skills?: Readonly<Record<string, SkillPin>>;
}

const text = z.string();
const json = z.custom<JsonObject>((value) => typeof value === "object" && value !== null && !Array.isArray(value));

/** As `z.record`, which leaves out a key `__proto__`: a server may give a tool that name. */
function byName<Value>(value: z.ZodType<Value>): z.ZodType<Readonly<Record<string, Value>>> {
  return json
    .transform((fields): [string, unknown][] => Object.entries(fields))
    .pipe(z.array(z.tuple([text, value])))
    .transform((entries) => Object.fromEntries(entries));
}

const start = z.union([
  z.strictObject({ command: text, args: z.array(text), cwd: text.exactOptional(), env: z.array(text) }),
  z.strictObject({
    url: text,
    type: z.enum(["http", "sse"]),
    headers: z.array(text),
    oauth: z.array(text).exactOptional(),
  }),
]);

const pin = z.strictObject({
  fingerprint: z.string().regex(/^[0-9a-f]{32}$/),
  definition: z.strictObject({
    name: text,
    title: text.exactOptional(),
    description: text.exactOptional(),
    inputSchema: json.exactOptional(),
    outputSchema: json.exactOptional(),
    annotations: json.exactOptional(),
  }),
});

const skillName = z.string().regex(/^[a-z0-9-]{1,64}$/);
const skill = z.strictObject({ fingerprint: z.string().regex(/^[0-9a-f]{32}$/), files: byName(text) });

/** The file as it is written. `version` is that of the form. */
export const lockSchema: z.ZodType<McpLock & { readonly version: 1 }> = z.strictObject({
  version: z.literal(1),
  servers: byName(
    z.strictObject({
      start: start.exactOptional(),
      tools: byName(pin),
      skills: z.record(skillName, skill).exactOptional(),
    }),
  ),
});
