import type { JsonValue } from "../base/json.ts";
import { leadingJson, type RehearsalScene } from "./rehearsal-scene.ts";

/** A template that has no value in a scene: which one, and why. */
export interface MissingValue {
  readonly template: string;
  readonly reason: string;
}

/**
 * Fills `{{ tool.path }}` and `{{ input.path }}` in every string of a value. A string that is one template takes the
 * value as it is; inside a longer string a value becomes text. What has no value is added to `missing`.
 */
export function fillTemplates(value: JsonValue, scene: RehearsalScene, missing: MissingValue[]): JsonValue {
  if (typeof value === "string") return fillText(value, scene, missing);
  if (Array.isArray(value)) return value.map((item: JsonValue) => fillTemplates(item, scene, missing));
  if (typeof value !== "object" || value === null) return value;
  const filled = Object.entries(value).map(([key, field]) => [key, fillTemplates(field, scene, missing)]);
  return Object.fromEntries(filled) as JsonValue;
}

function fillText(text: string, scene: RehearsalScene, missing: MissingValue[]): JsonValue {
  const whole = text.match(/^\{\{([^{}]*)\}\}$/);
  if (whole) return lookUp(whole[1]!.trim(), scene, missing);
  return text.replace(/\{\{([^{}]*)\}\}/g, (_match, template: string) => {
    const value = lookUp(template.trim(), scene, missing);
    return typeof value === "string" ? value : JSON.stringify(value);
  });
}

function lookUp(template: string, scene: RehearsalScene, missing: MissingValue[]): JsonValue {
  const parts = template.match(/^([^\s.]+)((?:\.[^\s.]+)*)$/);
  const [source, path] = [parts?.[1] ?? "", (parts?.[2] ?? "").split(".").filter((key) => key !== "")];
  const texts =
    source === "input" ? scene.userTexts : scene.results.filter(({ tool }) => tool === source).map(({ text }) => text);
  for (const text of texts.toReversed()) {
    const value = path.length === 0 ? (leadingJson(text) ?? text) : follow(leadingJson(text), path);
    if (value !== undefined) return value;
    if (source !== "input") break;
  }
  missing.push({ template: `{{ ${template} }}`, reason: explain(source, texts.at(-1)) });
  return "";
}

function follow(value: JsonValue | undefined, path: readonly string[]): JsonValue | undefined {
  let current: JsonValue | undefined = value;
  for (const key of path) {
    if (typeof current !== "object" || current === null || !Object.hasOwn(current, key)) return undefined;
    current = (current as Readonly<Record<string, JsonValue>>)[key];
  }
  return current;
}

function explain(source: string, newest: string | undefined): string {
  if (source === "") return "expected a tool or input, then a path with dots";
  if (newest === undefined)
    return source === "input" ? "the user said nothing" : `${source} has not answered in this conversation`;
  return `the newest text is ${newest.length > 200 ? `${newest.slice(0, 199)}…` : newest}`;
}
