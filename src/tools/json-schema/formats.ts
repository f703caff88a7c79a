const date = /^(\d{4})-(\d{2})-(\d{2})$/;
const time = /^(\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[zZ]|[+-]\d{2}:\d{2})$/;
const largestInt64 = 2n ** 63n;

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  "date-time": (text) => {
    const [day, clock, ...rest] = text.split(/[tT ]/);
    return rest.length === 0 && day !== undefined && clock !== undefined && isDate(day) && isTime(clock);
  },
  date: isDate,
  time: isTime,
  uuid: (text) => /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text),
  email: (text) => text.length <= 254 && /^[^\s@"(),:;<>[\\\]]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(text),
  uri: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  url: (text) => /^[a-z][a-z0-9+.-]*:/i.test(text) && URL.canParse(text),
  ipv4: (text) => /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/.test(text),
  int64: isInt64,
};

/** The check of a `format` on texts; `undefined` for one that is not checked. */
export function formatCheck(name: string): ((text: string) => boolean) | undefined {
  return Object.hasOwn(formats, name) ? formats[name] : undefined;
}

/** All formats that are checked. */
export function formatNames(): string[] {
  return Object.keys(formats);
}

/** True for the digits of a whole number of 64 bits. */
export function isInt64(text: string): boolean {
  if (!/^-?(?:0|[1-9]\d{0,18})$/.test(text)) return false;
  const value = BigInt(text);
  return value < largestInt64 && value >= -largestInt64;
}

function isDate(text: string): boolean {
  const parts = date.exec(text);
  if (!parts) return false;
  const [year, month, day] = parts.slice(1).map(Number) as [number, number, number];
  return month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate();
}

function isTime(text: string): boolean {
  const parts = time.exec(text);
  return parts !== null && Number(parts[1]) < 24 && Number(parts[2]) < 60 && Number(parts[3]) <= 60;
}
