/** Arguments nested deeper than this are refused before anything walks them. */
export const maxInputDepth = 100;

/** True when `value` is nested deeper than `depth` levels: walking it could overflow the stack. */
export function isTooDeep(value: unknown, depth: number = maxInputDepth): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], depth - 1)) return true;
  return false;
}
