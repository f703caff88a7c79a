import type { JsonValue } from "../base/json.ts";
import type { YamlEntry } from "./yaml-entry.ts";

/**
 * Reads the mappings that most front matters are: one `key: value` a line, the value a text on the same line that YAML
 * can read in one way only, or a mapping of such lines indented below. `undefined` for everything else, which is left to
 * the YAML library. It exists for speed alone: what it answers equals what the library would.
 */
export function parsePlainMapping(text: string): readonly YamlEntry[] | undefined {
  const entries: YamlEntry[] = [];
  const keys = new Set<string>();
  let offset = 0;
  while (offset < text.length) {
    const line = readLine(text, offset, "");
    if (!line || keys.has(line.key)) return undefined;
    keys.add(line.key);
    const { key, value } = line;
    if (value !== undefined) {
      entries.push({ key, value, source: value, keyOffset: offset, offset: line.valueOffset });
      offset = line.next;
      continue;
    }
    const nested = readNested(text, line.next);
    if (!nested) return undefined;
    entries.push({ key, value: nested.value, keyOffset: offset, offset: nested.offset });
    offset = nested.next;
  }
  return entries.length > 0 ? entries : undefined;
}

interface PlainLine {
  readonly key: string;
  /** Undefined where nothing follows the colon. */
  readonly value: string | undefined;
  readonly valueOffset: number;
  readonly next: number;
}

function readNested(
  text: string,
  start: number,
): { readonly value: Readonly<Record<string, JsonValue>>; readonly offset: number; readonly next: number } | undefined {
  const indent = /^ {1,8}(?! )/.exec(text.slice(start, start + 10))?.[0];
  if (indent === undefined) return undefined;
  const value: Record<string, JsonValue> = {};
  let offset = start;
  while (offset < text.length && text[offset] === " ") {
    const line = readLine(text, offset, indent);
    if (line?.value === undefined || Object.hasOwn(value, line.key)) return undefined;
    value[line.key] = line.value;
    offset = line.next;
  }
  return { value, offset: start + indent.length, next: offset };
}

function readLine(text: string, start: number, indent: string): PlainLine | undefined {
  const lineEnd = text.indexOf("\n", start);
  const end = lineEnd === -1 ? text.length : lineEnd;
  const next = lineEnd === -1 ? end : end + 1;
  const line = text.slice(start, end);
  if (!line.startsWith(indent)) return undefined;
  const colon = line.indexOf(":", indent.length);
  const key = line.slice(indent.length, colon);
  if (colon === -1 || !plainKey.test(key) || constant.test(key)) return undefined;
  if (colon === line.length - 1) return { key, value: undefined, valueOffset: start + colon, next };
  const written = line.slice(colon + 2);
  if (line[colon + 1] !== " " || written === "") return undefined;
  const value = readText(written);
  return value === undefined ? undefined : { key, value, valueOffset: start + colon + 2, next };
}

/** A text between quotes without escapes, or one that starts with a letter and holds nothing that YAML gives a meaning. */
function readText(written: string): string | undefined {
  if (unusual.test(written)) return undefined;
  if (plainStart.test(written)) return constant.test(written) || meaning.test(written) ? undefined : written;
  const quote = written[0];
  if ((quote !== '"' && quote !== "'") || written.length < 2) return undefined;
  return written.indexOf(quote, 1) === written.length - 1 && !written.includes("\\") ? written.slice(1, -1) : undefined;
}

const plainKey = /^[A-Za-z][\w-]{0,100}$/;
const plainStart = /^\p{L}/u;
const constant = /^(?:true|false|null)$/i;
/** A colon or a hash with a meaning, and blanks at the end. */
const meaning = /:(?:\s|$)|\s#|\s$/;
/** Tabs, characters that YAML does not print, and those of two UTF-16 units. */
const unusual = /[^\u0020-\u007E\u00A0-\uD7FF\uE000-\uFDFF\uFE10-\uFEFE\uFF00-\uFFEF]/;
