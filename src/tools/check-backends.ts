import { z } from "zod";
import { isPlainObject, previewJson } from "../base/json.ts";
import { redactSecrets } from "./redact-secrets.ts";

const ms = z.number({ error: "Give a number of ms above 0." }).positive({ error: "Give a number of ms above 0." });
const text = z.string({ error: "Give a text." }).min(1, { error: "Give a text that is not empty." });

const schema = z
  .strictObject(
    {
      addresses: z
        .array(text, { error: "Give a list of texts." })
        .min(1, { error: "Give at least one address, or `discover`." })
        .optional(),
      discover: z
        .custom<() => unknown>((value) => typeof value === "function", { error: "Give a function." })
        .optional(),
      everyMs: ms.optional(),
      balance: z.enum(["round-robin", "least-busy"], { error: 'Use "round-robin" or "least-busy".' }).optional(),
      maxFailures: z
        .int({ error: "Give a whole number from 1." })
        .min(1, { error: "Give a whole number from 1." })
        .optional(),
      outMs: ms.optional(),
    },
    {
      error: (issue) =>
        issue.code === "unrecognized_keys"
          ? "Use addresses, discover, everyMs, balance, maxFailures and outMs."
          : 'Give an object such as { addresses: ["http://10.0.0.1"] }.',
    },
  )
  .refine(({ addresses, discover }) => (addresses === undefined) !== (discover === undefined), {
    error: "Give either `addresses` or `discover`.",
  })
  .refine(({ everyMs, discover }) => everyMs === undefined || discover !== undefined, {
    path: ["everyMs"],
    error: "Leave it out: `addresses` are never asked for again.",
  });

/** The mistakes of a tool's `backends`: what is wrong, and what to do. */
export function backendsFaults(backends: unknown): { readonly message: string; readonly fix: string }[] {
  if (backends === undefined) return [];
  return (schema.safeParse(backends).error?.issues ?? []).map((issue) => {
    const path = issue.path.map(String);
    const seen = path.reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], backends);
    const shown = typeof seen === "object" ? previewJson(withoutSecrets(seen)) : show(withoutSecrets(seen));
    return { message: `\`${["backends", ...path].join(".")}\` is ${shown}.`, fix: issue.message };
  });
}

/** The same with no password in an address: mistakes end in logs. */
function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return redactSecrets(value);
  if (Array.isArray(value)) return value.map(withoutSecrets);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutSecrets(part)]));
}

/** JSON has no words for NaN. */
function show(value: unknown): string {
  return typeof value === "number" ? String(value) : (JSON.stringify(value) ?? "a function");
}
