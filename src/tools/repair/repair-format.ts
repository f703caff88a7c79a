import { formatCheck } from "../json-schema/formats.ts";

const zoned =
  /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[Tt ]+(\d{1,2}):(\d{2})(?::(\d{2})(\.\d+)?)?\s*(?:([Zz]|UTC|GMT)|([+-]\d{2}):?(\d{2})?)$/;
const day = /^(\d{4})(?:[-/.]|年)(\d{1,2})(?:[-/.]|月)(\d{1,2})日?$/;

/**
 * Other spellings of one value, for a field that declares `format`: the same instant with its zone, the same day, the
 * same id. The first that fits is taken. A time without a zone has none: nobody knows which instant it is.
 */
export function formatSpellings(text: string, format: string): string[] {
  const clean = text.trim();
  switch (format) {
    case "date-time": {
      const time = readZoned(clean);
      return time === undefined ? [clean] : [time, toUtc(time)];
    }
    case "date":
      return [readDay(clean)];
    case "uuid":
      return [readUuid(clean), readUuid(clean).toLowerCase()];
    default:
      return [clean];
  }
}

/** The number that a field wants for a time with a zone: ms since 1970, or seconds where its format says so. */
export function toTimestamp(text: string, format: string | undefined): number | undefined {
  const divisor = timestampFormats[format ?? ""];
  const time = divisor === undefined ? undefined : readZoned(text.trim());
  if (time === undefined) return undefined;
  const value = Date.parse(time) / divisor!;
  return Number.isInteger(value) ? value : undefined;
}

const timestampFormats: Readonly<Record<string, number>> = {
  "date-time": 1,
  "unix-ms": 1,
  "timestamp-ms": 1,
  "epoch-ms": 1,
  timestamp: 1,
  "unix-time": 1000,
  "unix-seconds": 1000,
  "epoch-seconds": 1000,
};

function readZoned(text: string): string | undefined {
  const parts = zoned.exec(text);
  if (!parts) return undefined;
  const [, year, month, date, hour, minute, second = "00", fraction = "", utc, hours, minutes = "00"] = parts;
  const zone = utc === undefined ? `${hours}:${minutes}` : "Z";
  const time = `${joinDate(year!, month!, date!)}T${hour!.padStart(2, "0")}:${minute}:${second}${fraction}${zone}`;
  return formatCheck("date-time")!(time) && !Number.isNaN(Date.parse(time)) ? time : undefined;
}

function readDay(text: string): string {
  const parts = day.exec(text);
  return parts ? joinDate(parts[1]!, parts[2]!, parts[3]!) : text;
}

function toUtc(time: string): string {
  const utc = new Date(time).toISOString();
  return time.includes(".") ? utc : utc.replace(".000Z", "Z");
}

function joinDate(year: string, month: string, date: string): string {
  return `${year}-${month.padStart(2, "0")}-${date.padStart(2, "0")}`;
}

function readUuid(text: string): string {
  const bare = text.replace(/^urn:uuid:/i, "").replace(/^\{(.*)\}$/, "$1");
  return bare.replace(
    /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i,
    (_all, ...parts: string[]) => parts.slice(0, 5).join("-"),
  );
}
