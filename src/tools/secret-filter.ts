import { isPlainObject } from "../base/json.ts";

/** Replaces known secret values wherever they stand: in an outcome before model, journal and trace see it. */
export interface SecretFilter {
  text(text: string): string;
  /** The same value where no secret stands in it, else a copy. Keys are looked at too. */
  value(value: unknown): unknown;
}

/** A shorter value could be a common word. */
const shortestSecret = 8;

/**
 * Makes a filter for these values, as they are, in JSON, in URLs, and in base64, alone or within a longer text; `undefined` when there are none.
 * Values shorter than 8 characters are left out.
 */
export function createSecretFilter(secrets: readonly string[]): SecretFilter | undefined {
  const forms = secrets.filter((secret) => secret.length >= shortestSecret).flatMap(formsOf);
  if (forms.length === 0) return undefined;
  const longestFirst = [...new Set(forms)].toSorted((a, b) => b.length - a.length);
  const pattern = new RegExp(longestFirst.join("|"), "g");
  const text = (given: string): string => given.replace(pattern, "[secret]");
  const value = (given: unknown): unknown => {
    if (typeof given === "string") return text(given);
    if (Array.isArray(given)) return replaceList(given, value);
    return isPlainObject(given) ? replaceFields(given, { text, value }) : given;
  };
  return { text, value };
}

function escapePattern(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** As patterns. */
function formsOf(secret: string): string[] {
  const base64 = Buffer.from(secret).toString("base64").replace(/=+$/, "");
  const inJson = JSON.stringify(secret).slice(1, -1);
  const inJsonTwice = JSON.stringify(inJson).slice(1, -1);
  const forms = [secret, encodeURIComponent(secret), inJson, inJsonTwice].map(escapePattern);
  return [
    ...forms,
    ...alphabetsOf(base64).map((form) => `${escapePattern(form)}={0,2}`),
    ...[0, 1, 2].flatMap((before) => insideBase64(secret, before)),
  ];
}

/** The digits of base64 that only the secret decides when other bytes, `before` more than a multiple of 3, lead it. */
function insideBase64(secret: string, before: number): string[] {
  const bytes = Buffer.concat([Buffer.alloc(before), Buffer.from(secret)]);
  const digits = bytes.toString("base64").slice(Math.ceil((before * 8) / 6), Math.floor((bytes.length * 8) / 6));
  // The digits at both ends hold bits of the secret and of its neighbour.
  const edge = before === 0 ? "" : "[A-Za-z0-9+/_-]?";
  return alphabetsOf(digits).map((form) => `${edge}${escapePattern(form)}[A-Za-z0-9+/_-]?={0,2}`);
}

/** The usual one and that of URLs. */
function alphabetsOf(base64: string): string[] {
  return [base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
}

function replaceList(list: readonly unknown[], replace: (value: unknown) => unknown): unknown {
  const copy = list.map(replace);
  return copy.some((item, index) => item !== list[index]) ? copy : list;
}

function replaceFields(fields: Readonly<Record<string, unknown>>, filter: SecretFilter): unknown {
  let changed = false;
  const copy = Object.entries(fields).map(([key, field]): [string, unknown] => {
    const [cleanKey, cleanField] = [filter.text(key), filter.value(field)];
    changed ||= cleanKey !== key || cleanField !== field;
    return [cleanKey, cleanField];
  });
  return changed ? Object.fromEntries(copy) : fields;
}
