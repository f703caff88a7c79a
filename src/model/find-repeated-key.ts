/** A key that stands more than once in one object. */
export interface RepeatedKey {
  readonly key: string;
  /** True when every object that repeats a key gives it the same value, letter by letter, each time. */
  readonly sameValue: boolean;
}

/**
 * Finds a key that one object of a valid JSON text holds more than once; JSON.parse would keep the last value and say
 * nothing. One with different values is found before one whose values are the same.
 */
export function findRepeatedKey(json: string): RepeatedKey | undefined {
  let found: RepeatedKey | undefined;
  const open: OpenValue[] = [];
  let lastString = "";
  let at = 0;
  while (at < json.length) {
    const character = json[at];
    const top = open.at(-1);
    if (character === '"') {
      const end = stringEnd(json, at);
      lastString = json.slice(at, end);
      at = end;
      continue;
    }
    if (character === "{") open.push({ values: new Map() });
    if (character === "[") open.push({});
    if (character === ":" && top) top.entry = { key: JSON.parse(lastString) as string, from: at + 1 };
    if (character === "," || character === "}") {
      const repeated = top && closeEntry(top, json, at);
      if (repeated?.sameValue === false) return repeated;
      found ??= repeated;
    }
    if (character === "}" || character === "]") open.pop();
    at += 1;
  }
  return found;
}

/** An object or a list that is not closed yet; a list has no `values`. */
interface OpenValue {
  /** The text that each key was given last. */
  readonly values?: Map<string, string>;
  entry?: { readonly key: string; readonly from: number } | undefined;
}

function closeEntry(object: OpenValue, json: string, end: number): RepeatedKey | undefined {
  const { values, entry } = object;
  if (!values || !entry) return undefined;
  const value = json.slice(entry.from, end).trim();
  const before = values.get(entry.key);
  values.set(entry.key, value);
  object.entry = undefined;
  return before === undefined ? undefined : { key: entry.key, sameValue: before === value };
}

/** One past the closing quote of the string that begins at `start`. */
function stringEnd(json: string, start: number): number {
  let quote = json.indexOf('"', start + 1);
  while (quote !== -1) {
    let slashes = 0;
    while (json[quote - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return quote + 1;
    quote = json.indexOf('"', quote + 1);
  }
  return json.length;
}
