import type { Diagnostic } from "../base/errors.ts";
import { isPlainObject, type JsonValue } from "../base/json.ts";
import type { SourceLocation } from "../base/source-location.ts";
import { parseAllowedTools } from "./allowed-tools.ts";
import type { FrontMatter, FrontMatterField } from "./front-matter.ts";
import * as faults from "./skill-diagnostics.ts";
import { toSkillKey } from "./to-skill-key.ts";

/** The keys of a front matter as a skill's fields. `description` is absent when the file gives none. */
export interface SkillFields {
  readonly name: string;
  readonly description?: string;
  readonly allowedTools?: readonly string[];
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, JsonValue>>;
  readonly extra: Readonly<Record<string, JsonValue>>;
}

/**
 * Reads the keys of the specification, leniently: what can be used is used, and each liberty is told in `diagnostics`.
 * `folderName` stands in for a missing name.
 */
export function readSkillFields(frontMatter: FrontMatter, folderName: string, diagnostics: Diagnostic[]): SkillFields {
  const { fields, where } = frontMatter;
  const text = (key: string): string | undefined => readText(fields.get(key), key, diagnostics);
  const checkLength = (key: string, value: string | undefined, limit: number): void => {
    const field = value !== undefined && value.length > limit ? fields.get(key) : undefined;
    if (field && value) diagnostics.push(faults.fieldLong(field.where(), { key, length: value.length, limit }));
  };
  const given = toSkillKey(oneLine(text("name") ?? ""));
  const name = given || toSkillKey(folderName);
  if (given === "") diagnostics.push(faults.nameMissing(fields.get("name")?.where() ?? where, name));
  else if (name !== folderName || !plainName.test(name))
    diagnostics.push(...checkName(name, folderName, fields.get("name")?.where() ?? where));
  const description = oneLine(text("description") ?? "");
  if (description === "") diagnostics.push(faults.descriptionMissing(fields.get("description")?.where() ?? where));
  const license = text("license");
  const compatibility = text("compatibility");
  checkLength("description", description, 1024);
  checkLength("compatibility", compatibility, 500);
  const allowed = readAllowedTools(fields, diagnostics);
  return {
    name,
    ...(description === "" ? {} : { description }),
    ...(allowed ? { allowedTools: allowed } : {}),
    ...(license === undefined ? {} : { license }),
    ...(compatibility === undefined ? {} : { compatibility }),
    metadata: readMetadata(fields.get("metadata"), diagnostics),
    extra: readExtra(fields, diagnostics),
  };
}

/** The specification's form of a name, read with Unicode letters. */
function checkName(name: string, folderName: string, where: SourceLocation): Diagnostic[] {
  const reasons = nameFaults(name);
  if (reasons.length > 0) return [faults.nameInvalid(where, name, reasons)];
  return name === toSkillKey(folderName) ? [] : [faults.nameMismatch(where, name, folderName)];
}

function nameFaults(name: string): string[] {
  const odd = [...new Set(name.match(/[^\p{L}\p{N}\p{M}-]/gu) ?? [])];
  return [
    name.length > 64 ? `it has ${name.length} characters, the limit is 64 characters` : "",
    name === name.toLowerCase() ? "" : "it must be lowercase",
    odd.length > 0 ? `it holds invalid characters (${odd.map((letter) => JSON.stringify(letter)).join(", ")})` : "",
    /^-|-$/.test(name) ? "it begins or ends with a hyphen" : "",
    name.includes("--") ? "it has consecutive hyphens" : "",
  ].filter((reason) => reason !== "");
}

/** A name of the right form as nearly all have it; at most 64 characters. */
const plainName = /^(?=.{1,64}$)[a-z0-9]+(?:-[a-z0-9]+)*$/;

function readText(field: FrontMatterField | undefined, key: string, diagnostics: Diagnostic[]): string | undefined {
  if (!field || field.value === null) return undefined;
  if (typeof field.value === "string") return field.value;
  if (typeof field.value === "object") {
    diagnostics.push(faults.fieldType(field.where(), key, { seen: kindOf(field.value), expected: "a text" }));
    return undefined;
  }
  const text = field.source ?? String(field.value);
  diagnostics.push(faults.fieldCoerced(field.where(), { key, text, kind: kindOf(field.value) }));
  return text;
}

/** A limit holds under a misspelt key too: whoever wrote it did not mean that every tool is allowed. */
function readAllowedTools(fields: FrontMatter["fields"], diagnostics: Diagnostic[]): readonly string[] | undefined {
  const exact = fields.get("allowed-tools");
  const meant = exact ? [exact] : Array.from(fields).flatMap(([key, field]) => (isLimitKey(key) ? [field] : []));
  const [field, another] = meant;
  if (!field) return undefined;
  const { entries, unreadable } = another
    ? { entries: [], unreadable: "it stands under several misspelt keys" }
    : parseAllowedTools(field.value);
  if (unreadable !== undefined) diagnostics.push(faults.allowedToolsUnreadable(field.where(), unreadable));
  return entries;
}

/** The specification has texts in metadata alone: numbers and truth values become them, lists and mappings are kept. */
function readMetadata(field: FrontMatterField | undefined, diagnostics: Diagnostic[]): SkillFields["metadata"] {
  if (!field || field.value === null) return {};
  if (!isPlainObject(field.value)) {
    diagnostics.push(faults.fieldType(field.where(), "metadata", { seen: kindOf(field.value), expected: "a mapping" }));
    return {};
  }
  const metadata = field.value as SkillFields["metadata"];
  if (!Object.values(metadata).some(isNumberOrTruth)) return metadata;
  const texts = Object.entries(metadata).map(([key, value]): [string, JsonValue] => {
    if (!isNumberOrTruth(value)) return [key, value];
    const text = field.sources?.get(key) ?? String(value);
    diagnostics.push(faults.fieldCoerced(field.where(), { key: `metadata.${key}`, text, kind: kindOf(value) }));
    return [key, text];
  });
  return Object.fromEntries(texts);
}

function isNumberOrTruth(value: JsonValue): value is number | boolean {
  return typeof value === "number" || typeof value === "boolean";
}

function readExtra(fields: FrontMatter["fields"], diagnostics: Diagnostic[]): Readonly<Record<string, JsonValue>> {
  const extra: [string, JsonValue][] = [];
  for (const [key, field] of fields) {
    if (knownKeys.has(key)) continue;
    extra.push([key, field.value]);
    const meant = knownBySkeleton.get(skeleton(key));
    if (isLimitKey(key)) {
      const isRead = !fields.has("allowed-tools");
      diagnostics.push(faults.keyMisspelt(field.keyWhere(), { key, meant: "allowed-tools", isRead }));
    } else if (meant !== undefined && !fields.has(meant))
      diagnostics.push(faults.keyMisspelt(field.keyWhere(), { key, meant, isRead: false }));
  }
  return Object.fromEntries(extra);
}

function oneLine(text: string): string {
  return unevenBlanks.test(text) ? text.replace(/\s+/g, " ").trim() : text;
}

/** Asked first, since most texts are one line already. */
const unevenBlanks = /[^\S ]| (?: |$)|^ /;

function kindOf(value: JsonValue): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "object" ? "a mapping" : `a ${typeof value}`;
}

/** True for a key that can only mean `allowed-tools`: other separators, other case, or letters left out. */
function isLimitKey(key: string): boolean {
  return /^al?lowe?d?tools?$/.test(skeleton(key));
}

function skeleton(key: string): string {
  return key
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

const knownKeys = new Set(["name", "description", "license", "compatibility", "metadata", "allowed-tools"]);
const knownBySkeleton = new Map([...knownKeys].map((key) => [skeleton(key), key]));
