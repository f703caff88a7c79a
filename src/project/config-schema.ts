import { z } from "zod";
import type { Diagnostic } from "../base/errors.ts";
import { previewJson } from "../base/json.ts";
import { joinNames, nearestNames } from "../base/names.ts";
import type { SopwithConfig } from "./define-config.ts";
import { configMistake } from "./project-errors.ts";

const text = z.string({ error: "expected a text" }).min(1, { error: "expected a text that is not empty" });
const texts = z.union([text, z.array(text)], { error: "expected a text or a list of texts" });
const whole = z.int({ error: "expected a whole number from 1" }).min(1, { error: "expected a whole number from 1" });
const ms = z
  .number({ error: "expected a number of ms above 0" })
  .positive({ error: "expected a number of ms above 0" });

const sections = {
  model: z.strictObject({
    models: texts.exactOptional(),
    baseURL: text.exactOptional(),
    timeoutMs: ms.exactOptional(),
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
  }),
};

const schema = z.strictObject({
  skills: texts.exactOptional(),
  workflows: texts.exactOptional(),
  tools: texts.exactOptional(),
  model: sections.model.exactOptional(),
  store: sections.store.exactOptional(),
  locale: z.enum(["en", "zh"], { error: 'expected "en" or "zh"' }).exactOptional(),
  limits: sections.limits.exactOptional(),
});

/** A config as written, checked: the config, or every mistake of it. */
export function checkConfig(
  written: unknown,
  file: string,
): { readonly config: SopwithConfig } | { readonly mistakes: readonly Diagnostic[] } {
  const checked = schema.safeParse(written);
  if (checked.success) return { config: checked.data };
  return { mistakes: checked.error.issues.flatMap((issue) => toMistakes(issue, written, file)) };
}

function toMistakes(issue: z.core.$ZodIssue, written: unknown, file: string): Diagnostic[] {
  const name = issue.path.join(".");
  if (issue.code === "unrecognized_keys") {
    const known = Object.keys(
      issue.path.length === 0 ? schema.shape : sections[issue.path[0] as keyof typeof sections].shape,
    );
    return issue.keys.map((key) =>
      configMistake(file, `The config has no key "${[...issue.path, key].join(".")}".`, nearestKey(key, known)),
    );
  }
  const seen = issue.path.reduce<unknown>((value, key) => (value as Record<PropertyKey, unknown>)[key], written);
  return [
    configMistake(
      file,
      `"${name || "the config"}": ${issue.message}, seen ${previewJson(seen, 60)}.`,
      "Correct the value, or leave the key out.",
    ),
  ];
}

function nearestKey(key: string, known: readonly string[]): string {
  const nearest = nearestNames(key, known, 1);
  return nearest.length > 0 ? `Did you mean "${nearest[0]}"?` : `Known: ${joinNames(known)}.`;
}
