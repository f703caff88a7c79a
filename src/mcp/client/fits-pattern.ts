/** True when `name` is what `pattern` says, where `*` stands for any text. */
export function fitsPattern(pattern: string, name: string): boolean {
  const [first = "", ...rest] = pattern.split("*");
  const last = rest.pop();
  if (last === undefined) return pattern === name;
  if (!name.startsWith(first) || name.length < first.length + last.length || !name.endsWith(last)) return false;
  let at = first.length;
  const end = name.length - last.length;
  for (const part of rest) {
    const found = name.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}

/** True when one of the patterns fits. */
export function fitsAny(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => fitsPattern(pattern, name));
}

/** The value of the longest pattern that fits, as the most exact one. */
export function valueFor<Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined {
  const fitting = Object.keys(values).filter((pattern) => fitsPattern(pattern, name));
  const [best] = fitting.toSorted((a, b) => b.length - a.length);
  return best === undefined ? undefined : values[best];
}
