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
 * Makes a filter for these values, as they are, as base64 and as they stand in URLs; `undefined` when there are none.
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
  const forms = [secret, encodeURIComponent(secret)].map(escapePattern);
  const base64Forms = [base64, base64.replaceAll("+", "-").replaceAll("/", "_")];
  return [...forms, ...base64Forms.map((form) => `${escapePattern(form)}={0,2}`)];
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
