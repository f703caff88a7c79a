/** Arguments nested deeper than this are refused before anything walks them. */
export const maxInputDepth = 100;

/** True when `value` is nested deeper than `depth` levels: walking it could overflow the stack. */
export function isTooDeep(value: unknown, depth: number = maxInputDepth): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  const fields: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
  for (const field of fields) {
    if (typeof field === "object" && field !== null && isTooDeep(field, depth - 1)) return true;
  }
  return false;
}
