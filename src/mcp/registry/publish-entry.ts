import { messageOf } from "../../base/errors.ts";
import { isPlainObject } from "../../base/json.ts";
import { cleanText } from "../../tools/clean-text.ts";
import { addressClass, isLocalName } from "../client/address-class.ts";
import type { RegistryEntry } from "./registry-entry.ts";
import { publishFailed } from "./registry-errors.ts";

/** For the whole request, in ms. */
const timeoutMs = 30_000;
/** Longest word of a registry that is shown, in characters. */
const longestWord = 1000;

/** Where an entry goes, and by whose right. */
export interface PublishTarget {
  /** Of the registry; `/v0.1/publish` below it takes entries. */
  readonly registry: string;
  readonly token: string;
}

/**
 * Posts an entry to a registry. The token goes to this address and follows no redirect.
 * @returns the address that took it
 * @throws `MCP_PUBLISH`
 */
export async function publishEntry(entry: RegistryEntry, { registry, token }: PublishTarget): Promise<string> {
  const url = publishUrl(registry);
  let response: Response;
  try {
    response = await fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify(entry),
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
  } catch (error) {
    const { cause } = error as { readonly cause?: unknown };
    throw publishFailed(url.href, "it does not answer", messageOf(cause ?? error));
  }
  const said = (await response.text().catch(() => "")).replaceAll(token, "[token]");
  if (response.ok) return url.href;
  throw publishFailed(url.href, reasonFor(response.status), wordsOf(said));
}

/** @throws `MCP_PUBLISH` for an address to which no token goes */
function publishUrl(registry: string): URL {
  const url = URL.parse(registry);
  if (!url) throw publishFailed(registry, "this is no address");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const isHere = isLocalName(host) || addressClass(host) === "loopback";
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isHere))
    throw publishFailed(registry, "a token goes to https addresses only");
  if (!url.pathname.endsWith("/publish")) url.pathname = `${url.pathname.replace(/\/+$/, "")}/v0.1/publish`;
  return url;
}

function reasonFor(status: number): string {
  if (status === 401 || status === 403) return `the token gives no right to this name (HTTP status ${status})`;
  if (status >= 300 && status < 400)
    return `it sends us elsewhere (HTTP status ${status}), and the token goes nowhere else`;
  return `it answered with HTTP status ${status}`;
}

/** Registries answer with a title, a detail and a list of errors. */
function wordsOf(text: string): string {
  let said: unknown;
  try {
    said = JSON.parse(text);
  } catch {
    said = undefined;
  }
  const { title, detail, error, errors } = isPlainObject(said) ? said : {};
  const faults = Array.isArray(errors)
    ? errors.map((each: unknown) => (isPlainObject(each) ? each["message"] : undefined))
    : [];
  const words = [title, detail, error, ...faults].filter((word) => typeof word === "string" && word !== "");
  const whole = words.length > 0 ? words.join(": ") : text;
  return cleanText(whole).replace(/\s+/g, " ").slice(0, longestWord);
}
