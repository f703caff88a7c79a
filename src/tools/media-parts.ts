/** Shorter data is shown as it is: an icon of a few bytes says more than a remark about it. */
const shownData = 200;
const deepest = 8;

/**
 * A result without the bytes of pictures, sounds and files that are written as base64 in it: `data` of an object with
 * `type` `image` or `audio`, and `blob` beside a `uri`. In their place stands how much it was; everything else stays.
 * The same value where there is none.
 */
export function withoutMedia(value: unknown): unknown {
  return strip(value, 0);
}

function strip(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || depth > deepest) return value;
  if (Array.isArray(value)) return stripItems(value, depth);
  const fields = value as Record<string, unknown>;
  let copy: Record<string, unknown> | undefined;
  for (const key in fields) {
    const field = fields[key];
    const stripped = typeof field === "string" ? stripText(fields, key, field) : strip(field, depth + 1);
    if (stripped !== field) (copy ??= { ...fields })[key] = stripped;
  }
  return copy ?? value;
}

function stripItems(items: readonly unknown[], depth: number): unknown {
  let copy: unknown[] | undefined;
  for (let index = 0; index < items.length; index += 1) {
    const stripped = strip(items[index], depth + 1);
    if (stripped !== items[index]) (copy ??= [...items])[index] = stripped;
  }
  return copy ?? items;
}

function stripText(holder: Readonly<Record<string, unknown>>, key: string, text: string): string {
  if (text.length <= shownData) return text;
  const isData = key === "data" && (holder["type"] === "image" || holder["type"] === "audio");
  const isBlob = key === "blob" && typeof holder["uri"] === "string";
  return isData || isBlob ? `[${Math.floor((text.length * 3) / 4)} bytes, not shown]` : text;
}
