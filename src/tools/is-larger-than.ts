/**
 * True when a value would take more than about `limit` characters as JSON. It stops as soon as it knows, so that a huge
 * value costs no more than a large one; cycles end at the limit.
 */
export function isLargerThan(value: unknown, limit: number): boolean {
  return measure(value, limit, 0) < 0;
}

const deepest = 500;

/** What is left of `room` after `value`; negative when it does not fit. */
function measure(value: unknown, room: number, depth: number): number {
  if (typeof value === "string") return room - value.length - 2;
  if (typeof value !== "object" || value === null) return room - 4;
  if (ArrayBuffer.isView(value)) return room - 20;
  if (depth > deepest) return room;
  return measureParts(value, room, depth);
}

/** What throws when it is looked at takes no room: it is described later. */
function measureParts(value: object, room: number, depth: number): number {
  try {
    return measureEach(value, room - 2, depth);
  } catch {
    return room;
  }
}

function measureEach(value: object, room: number, depth: number): number {
  let left = room;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length && left >= 0; index += 1)
      left = measure(value[index], left, depth + 1) - 1;
    return left;
  }
  for (const key in value) {
    if (left < 0) return left;
    left = measure((value as Record<string, unknown>)[key], left - key.length - 4, depth + 1);
  }
  return left;
}
