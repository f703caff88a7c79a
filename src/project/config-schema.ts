import { z } from "zod";
import type { Diagnostic } from "../base/errors.ts";
import { isPlainObject, previewJson, safeStringify } from "../base/json.ts";
import { joinNames, nearestNames } from "../base/names.ts";
import type { McpServersSetting } from "../mcp/config/load-servers.ts";
import type { RunLogger } from "../trace/log-run.ts";
import type { OpenTelemetryApi } from "../trace/open-telemetry.ts";
import type { SearchConfig, SopwithConfig } from "./define-config.ts";
import { configMistake } from "./project-errors.ts";

const text = z.string({ error: "expected a text" }).min(1, { error: "expected a text that is not empty" });
const texts = z.union([text, z.array(text)], { error: "expected a text or a list of texts" });
const whole = z.int({ error: "expected a whole number from 1" }).min(1, { error: "expected a whole number from 1" });
const ms = z
  .number({ error: "expected a number of ms above 0" })
  .positive({ error: "expected a number of ms above 0" });

const patterns = z.array(text, { error: "expected a list of tool names" });
const rules = z.union(
  [
    patterns,
    z.strictObject({
      deny: patterns.exactOptional(),
      ask: patterns.exactOptional(),
      allow: patterns.exactOptional(),
    }),
  ],
  { error: "expected a list of tool names, or an object with deny, ask and allow" },
);
const principals = z.record(text, rules);

const sections = {
  model: z.strictObject({
    models: texts.exactOptional(),
    baseURL: text.exactOptional(),
    timeoutMs: ms.exactOptional(),
  }),
  search: z
    .strictObject({
      model: text.exactOptional(),
      dimensions: whole.exactOptional(),
      embed: z
        .custom<NonNullable<SearchConfig["embed"]>>((value) => typeof value === "function", {
          error: "expected a function that gives a vector for each text",
        })
        .exactOptional(),
      name: text.exactOptional(),
    })
    .refine(({ model, embed }) => (model === undefined) !== (embed === undefined), {
      error: "expected either a model or embed",
    }),
  store: z.strictObject({
    kind: z.enum(["sqlite", "memory"], { error: 'expected "sqlite" or "memory"' }).exactOptional(),
    file: text.exactOptional(),
  }),
  limits: z.strictObject({
    maxTurns: whole.exactOptional(),
    maxCalls: whole.exactOptional(),
    maxTokens: whole.exactOptional(),
    timeoutMs: ms.exactOptional(),
    maxInFlight: whole.exactOptional(),
  }),
  policies: z.strictObject({ agents: principals.exactOptional(), users: principals.exactOptional() }),
  audit: z.strictObject({
    mask: z
      .array(
        z.strictObject({
          label: text,
          pattern: z.custom<RegExp>((value) => value instanceof RegExp && value.global, {
            error: "expected a regular expression with the flag g",
          }),
        }),
      )
      .exactOptional(),
    keepDays: z.number({ error: "expected a number of days above 0" }).positive().exactOptional(),
  }),
  breakers: z.strictObject({
    share: text,
    prefix: z
      .string()
      .regex(/^[\w.-]+$/, { error: "expected letters, digits, `_`, `-` and `.`" })
      .exactOptional(),
  }),
};

const names = z.array(text, { error: "expected a list of texts" });
const serveHttp = z.strictObject({
  port: z.int({ error: "expected a port from 0 to 65535" }).min(0).max(65_535).exactOptional(),
  host: text.exactOptional(),
  allowedHosts: names.exactOptional(),
  allowedOrigins: names.exactOptional(),
  tokens: z.record(text, text, { error: "expected an object of users and names of variables" }).exactOptional(),
  publicUrl: z.url({ error: "expected an address: https://..." }).exactOptional(),
  authorizationServers: names.exactOptional(),
  requestsPerMinute: whole.exactOptional(),
  maxBodyBytes: whole.exactOptional(),
  maxSessions: whole.exactOptional(),
});
const serve = z.strictObject({
  tools: names.exactOptional(),
  names: z.enum(["full", "short"], { error: 'expected "full" or "short"' }).exactOptional(),
  workflows: names.exactOptional(),
  inputs: z.record(text, names, { error: "expected an object of workflows and lists of keys" }).exactOptional(),
  skills: names.exactOptional(),
  name: text.exactOptional(),
  instructions: text.exactOptional(),
  decisions: z.enum(["person", "arguments"], { error: 'expected "person" or "arguments"' }).exactOptional(),
  http: serveHttp.exactOptional(),
});

const schema = z.strictObject({
  skills: texts.exactOptional(),
  workflows: texts.exactOptional(),
  tools: texts.exactOptional(),
  model: sections.model.exactOptional(),
  search: sections.search.exactOptional(),
  store: sections.store.exactOptional(),
  locale: z.enum(["en", "zh"], { error: 'expected "en" or "zh"' }).exactOptional(),
  limits: sections.limits.exactOptional(),
  policies: sections.policies.exactOptional(),
  toolsets: z.record(text, z.boolean({ error: "expected true or false" })).exactOptional(),
  routes: z
    .array(
      z.strictObject({
        match: text,
        version: whole.exactOptional(),
        to: text.exactOptional(),
        canary: z.strictObject({ version: whole, share: z.number().min(0).max(1) }).exactOptional(),
        weights: z.record(text, z.number().min(0).max(100)).exactOptional(),
      }),
    )
    .exactOptional(),
  secrets: texts.exactOptional(),
  // Its entries are checked apart: they are of two kinds.
  mcpServers: z
    .custom<McpServersSetting>((value) => texts.safeParse(value).success || isPlainObject(value), {
      error: "expected servers by name, a file of servers, or a list of files",
    })
    .exactOptional(),
  mcpServe: serve.exactOptional(),
  audit: sections.audit.exactOptional(),
  breakers: sections.breakers.exactOptional(),
  telemetry: z
    .custom<OpenTelemetryApi>((value) => typeof value === "object" && value !== null && "trace" in value, {
      error: "expected the package @opentelemetry/api",
    })
    .exactOptional(),
  logger: z
    .custom<RunLogger>(isLogger, { error: "expected a logger with the methods info, warn and error" })
    .exactOptional(),
  debug: z.boolean({ error: "expected true or false" }).exactOptional(),
});

function isLogger(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return ["info", "warn", "error"].every((method) => typeof (value as Record<string, unknown>)[method] === "function");
}

/** A config as written, checked: the config, or every mistake of it. */
export async function checkConfig(
  written: unknown,
  file: string,
): Promise<{ readonly config: SopwithConfig } | { readonly mistakes: readonly Diagnostic[] }> {
  const checked = schema.safeParse(written);
  const mistakes = checked.success ? [] : await allMistakes(checked.error.issues, written, file);
  mistakes.push(...(await serverMistakes(written, file)));
  return checked.success && mistakes.length === 0 ? { config: checked.data } : { mistakes };
}

async function serverMistakes(written: unknown, file: string): Promise<Diagnostic[]> {
  const servers = isPlainObject(written) ? written["mcpServers"] : undefined;
  if (!isPlainObject(servers)) return [];
  const { checkServers } = await import("../mcp/config/check-servers.ts");
  return checkServers(servers).mistakes.map(({ path, message, fix }) =>
    configMistake(file, `"${["mcpServers", ...path].map(String).join(".")}": ${message}`, fix),
  );
}

async function allMistakes(issues: readonly z.core.$ZodIssue[], written: unknown, file: string): Promise<Diagnostic[]> {
  // An address stands with its password where an object was to stand.
  const { redactSecrets } = await import("../tools/redact-secrets.ts");
  const preview = (seen: unknown): string =>
    previewJson(redactSecrets(typeof seen === "string" ? seen : safeStringify(seen)), 60);
  return issues.flatMap((issue) => toMistakes(issue, { written, preview }, file));
}

interface Seen {
  readonly written: unknown;
  readonly preview: (value: unknown) => string;
}

function toMistakes(issue: z.core.$ZodIssue, { written, preview }: Seen, file: string): Diagnostic[] {
  const name = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const known = knownKeys(issue.path);
    return issue.keys.map((key) =>
      configMistake(file, `The config has no key "${[...issue.path, key].join(".")}".`, nearestKey(key, known)),
    );
  }
  const seen = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], written);
  return [
    configMistake(
      file,
      `"${name || "the config"}": ${expectation(issue)}, seen ${preview(seen)}.`,
      "Correct the value, or leave the key out.",
    ),
  ];
}

function expectation(issue: z.core.$ZodIssue): string {
  return issue.code === "invalid_type" && issue.expected === "object" ? "expected an object" : issue.message;
}

function knownKeys(path: readonly PropertyKey[]): string[] {
  if (path.length === 0) return Object.keys(schema.shape);
  if (path[0] === "policies" && path.length > 1) return ["deny", "ask", "allow"];
  if (path[0] === "audit" && path.length > 1) return ["label", "pattern"];
  if (path[0] === "mcpServe") return Object.keys((path.length > 1 ? serveHttp : serve).shape);
  return Object.keys(sections[path[0] as keyof typeof sections].shape);
}

function nearestKey(key: string, known: readonly string[]): string {
  const nearest = nearestNames(key, known, 1);
  return nearest.length > 0 ? `Did you mean "${nearest[0]}"?` : `Known: ${joinNames(known)}.`;
}
