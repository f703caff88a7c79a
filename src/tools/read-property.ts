/** A property of anything; `undefined` where there is none or reading it throws. */
export function readProperty(holder: unknown, key: string): unknown {
  if ((typeof holder !== "object" && typeof holder !== "function") || holder === null) return undefined;
  try {
    return (holder as Record<string, unknown>)[key];
  } catch {
    // A getter that throws has nothing to say.
    return undefined;
  }
}
