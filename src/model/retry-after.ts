/**
 * How long a server asks to wait, in ms: `retry-after-ms`, or `retry-after` as seconds or as a date. `undefined` where
 * it says nothing that can be read.
 */
export function readRetryAfter(headers: Headers, now: number): number | undefined {
  const milliseconds = toNumber(headers.get("retry-after-ms"));
  if (milliseconds !== undefined) return milliseconds;
  const written = headers.get("retry-after");
  const seconds = toNumber(written);
  if (seconds !== undefined) return seconds * 1000;
  // Date.parse takes bare numbers for years.
  const date = written !== null && /[a-z]/i.test(written) ? Date.parse(written) : Number.NaN;
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

function toNumber(text: string | null): number | undefined {
  if (text === null || text.trim() === "") return undefined;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : undefined;
}
