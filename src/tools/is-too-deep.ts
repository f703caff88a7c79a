/** Arguments nested deeper than this are refused before anything walks them. */
export const maxInputDepth = 100;

/** True when `value` is nested deeper than `depth` levels: walking it could overflow the stack. */
export function isTooDeep(value: unknown, depth: number = maxInputDepth): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (depth === 0) return true;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) if (isTooDeepInside(value[index], depth)) return true;
    return false;
  }
  for (const key in value) if (isTooDeepInside((value as Record<string, unknown>)[key], depth)) return true;
  return false;
}

function isTooDeepInside(value: unknown, depth: number): boolean {
  return typeof value === "object" && value !== null && isTooDeep(value, depth - 1);
}
