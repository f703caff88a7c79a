import { badBaseUrl, credentialsInUrl } from "./model-errors.ts";

/** Where a server is, and as whom to ask it. */
export interface ServerOptions {
  /** Servers of one's own often need none. */
  readonly apiKey?: string;
  /** @default "https://api.openai.com/v1" */
  readonly baseURL?: string;
  /** Sent with every request. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A server that may be asked. */
export interface ModelServer {
  readonly apiKey: string;
  readonly baseURL: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For messages: without a query. */
  readonly url: string;
  readonly redact: (text: string) => string;
}

/** Checks the address of a server. @throws `MODEL_UNREACHABLE` where it is no http(s) URL, or holds credentials */
export function toModelServer(options: ServerOptions): ModelServer {
  const baseURL = (options.baseURL ?? "https://api.openai.com/v1").trim().replace(/\/+$/, "");
  const url = URL.canParse(baseURL) ? new URL(baseURL) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) throw badBaseUrl(baseURL);
  if (url.username !== "" || url.password !== "") throw credentialsInUrl(url.host);
  const secrets = [options.apiKey, ...Object.values(options.headers ?? {})].filter(isSecret);
  const shown = new URL(url);
  shown.search = "";
  return {
    // The client refuses to start without a key, and servers that need none ignore it.
    apiKey: options.apiKey || "none",
    baseURL,
    headers: options.headers ?? {},
    url: shown.href.replace(/\/$/, ""),
    redact: (text) => secrets.reduce((clean, secret) => clean.replaceAll(secret, "[secret]"), text),
  };
}

/** Short values would take ordinary words out of messages. */
function isSecret(value: string | undefined): value is string {
  return value !== undefined && value.length >= 6;
}
