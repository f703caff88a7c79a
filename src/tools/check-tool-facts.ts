import { previewJson } from "../base/json.ts";
import { joinNames } from "../base/names.ts";
import { backendsFaults } from "./check-backends.ts";
import { normalizeToolName } from "./normalize-tool-name.ts";
import { toolLabels } from "./taint.ts";
import { toolNamePattern } from "./tool-name-pattern.ts";

/** A spec as it may come from plain JavaScript: nothing of it can be relied on. */
export interface LooseSpec {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly effect?: unknown;
  readonly idempotency?: unknown;
  readonly version?: unknown;
  readonly aliases?: unknown;
  readonly toolset?: unknown;
  readonly category?: unknown;
  readonly labels?: unknown;
  readonly available?: unknown;
  readonly backends?: unknown;
  readonly visibility?: unknown;
  readonly appearance?: unknown;
  readonly input?: unknown;
  readonly inputSchema?: unknown;
  readonly output?: unknown;
  readonly outputSchema?: unknown;
  readonly policy?: unknown;
  readonly run?: unknown;
  readonly lookup?: unknown;
  readonly asks?: unknown;
}

/** Takes one mistake: what is wrong, and what to do. */
export type Fault = (message: string, fix: string) => void;

/** Checks what a definition says beside its contract and its policy: version, old names, groups, where and for whom. */
export function checkToolFacts(spec: LooseSpec, fault: Fault): void {
  const { version, toolset, category, labels, appearance } = spec;
  if (version !== undefined && !(Number.isInteger(version) && (version as number) >= 1))
    fault(`\`version\` is ${previewJson(version)}.`, "Give a whole number from 1.");
  for (const [key, value] of Object.entries({ toolset, category })) {
    if (value !== undefined && !(typeof value === "string" && /^[A-Za-z0-9_-]+$/.test(value)))
      fault(`\`${key}\` is ${previewJson(value)}.`, "Use one word of letters, digits, `_` and `-`.");
  }
  if (labels !== undefined && !isListOfLabels(labels))
    fault(`\`labels\` is ${previewJson(labels)}.`, `Give a list of ${joinNames(toolLabels)}, or leave it out.`);
  if (appearance !== undefined && typeof appearance !== "function")
    fault("`appearance` is not a function.", "Give a function, or leave `appearance` out.");
  checkAliases(spec, fault);
  checkAvailability(spec.available, fault);
  for (const mistake of backendsFaults(spec.backends)) fault(mistake.message, mistake.fix);
  checkVisibility(spec.visibility, fault);
}

function isListOfLabels(labels: unknown): boolean {
  const known: readonly unknown[] = toolLabels;
  return Array.isArray(labels) && labels.every((label) => known.includes(label));
}

function checkAliases({ aliases, name }: LooseSpec, fault: Fault): void {
  if (aliases === undefined) return;
  if (!Array.isArray(aliases)) return fault("`aliases` is not a list.", "Give a list of old names.");
  for (const alias of aliases as readonly unknown[]) {
    const old = typeof alias === "object" && alias !== null ? (alias as { name?: unknown }).name : alias;
    if (typeof old !== "string" || !toolNamePattern.test(old))
      fault(`\`aliases\` holds ${previewJson(old)}, expected namespace/name.`, "Write the whole old name.");
    else if (typeof name === "string" && normalizeToolName(old) === normalizeToolName(name))
      fault(`\`aliases\` holds the tool's own name ${previewJson(old)}.`, "Remove it: case makes no difference.");
  }
}

function checkAvailability(available: unknown, fault: Fault): void {
  if (available === undefined) return;
  const { env, check } = (typeof available === "object" ? (available ?? {}) : {}) as { env?: unknown; check?: unknown };
  if (env === undefined && check === undefined)
    return fault("`available` has neither `env` nor `check`.", "Give one of them, or leave `available` out.");
  if (env !== undefined && !isListOfTexts(env))
    fault("`available.env` is not a list of names.", "Give names of environment variables.");
  if (check !== undefined && typeof check !== "function")
    fault("`available.check` is not a function.", "Give a function that answers true or false.");
}

function checkVisibility(visibility: unknown, fault: Fault): void {
  if (visibility === undefined) return;
  if (typeof visibility !== "object" || visibility === null)
    return fault("`visibility` is not an object.", 'Give an object such as { agents: ["desk"] }.');
  for (const [key, list] of Object.entries(visibility)) {
    if (key !== "agents" && key !== "users")
      fault(`\`visibility\` has no key ${previewJson(key)}.`, "Use `agents` and `users`.");
    else if (list !== undefined && !isListOfTexts(list))
      fault(`\`visibility.${key}\` is not a list of names.`, "Give a list of names.");
  }
}

function isListOfTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every((entry) => typeof entry === "string" && entry !== "");
}
