import { lookup, type LookupAddress, type LookupAllOptions } from "node:dns";
import { type IncomingMessage, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { type AddressClass, addressClass, isLocalName, mayLeadTo } from "./address-class.ts";
import { addressRefused } from "./oauth-errors.ts";

/** Longest answer in bytes: metadata and tokens are small. */
const longestAnswer = 1_000_000;
/** For one request, in ms. */
const timeoutMs = 15_000;

/** A `fetch` for addresses that somebody else named. Does not follow redirects. */
export type GuardedFetch = (url: string | URL, init?: RequestInit) => Promise<Response>;

/** Finds the addresses of a name, as `lookup` of `node:dns` does with `all`. */
export type FindAddresses = (
  host: string,
  settings: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * A `fetch` that goes to https addresses only, or to this machine over http, and never nearer than `from`, the class of
 * the server that named them. The address a name stands for is checked in the moment in which it is used, so that a name
 * cannot mean another address afterwards.
 *
 * @throws `MCP_ADDRESS_REFUSED` at the request
 */
export function createGuardedFetch(from: AddressClass, findAddresses: FindAddresses = lookup): GuardedFetch {
  return async (target, init = {}) => {
    const url = new URL(target);
    checkAddress(url, from);
    return await send(url, init, guardedLookup(url, from, findAddresses));
  };
}

/** Refuses an address that is not https, or nearer than `from`. A name is judged once it is looked up. */
export function checkAddress(url: URL, from: AddressClass): void {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  const known = isLocalName(host) ? "loopback" : isIP(host) === 0 ? undefined : addressClass(host);
  if (known !== undefined && !mayLeadTo(from, known)) throw addressRefused(url.href, reasonFor(known));
  if (url.protocol === "https:" || (url.protocol === "http:" && known === "loopback")) return;
  throw addressRefused(url.href, "it is not an https address");
}

function reasonFor(found: AddressClass): string {
  if (found === "loopback") return "it is on this machine, and the server is not";
  return found === "private" ? "it is in a private network, and the server is not" : "no server has such an address";
}

async function send(url: URL, init: RequestInit, findAddress: LookupFunction): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>();
  const body = init.body instanceof URLSearchParams ? init.body.toString() : init.body;
  if (typeof body !== "string" && body !== undefined && body !== null)
    throw new TypeError("a body must be a text here");
  const headers = new Headers(init.headers);
  headers.set("accept-encoding", "identity");
  if (init.body instanceof URLSearchParams && !headers.has("content-type"))
    headers.set("content-type", "application/x-www-form-urlencoded;charset=UTF-8");
  const limit = AbortSignal.timeout(timeoutMs);
  const request = (url.protocol === "https:" ? requestHttps : requestHttp)(url, {
    method: init.method ?? "GET",
    headers: Object.fromEntries(headers),
    signal: init.signal ? AbortSignal.any([init.signal, limit]) : limit,
    lookup: findAddress,
    agent: false,
  });
  request.on("error", reject);
  request.on("response", (answer) => {
    readAnswer(answer).then(resolve, reject);
  });
  request.end(body ?? undefined);
  return await promise;
}

function guardedLookup(url: URL, from: AddressClass, findAddresses: FindAddresses): LookupFunction {
  return (host, settings, done) => {
    findAddresses(host, { ...settings, all: true }, (error, addresses) => {
      if (error) return done(error, "");
      const refused = addresses.map(({ address }) => addressClass(address)).find((found) => !mayLeadTo(from, found));
      if (refused !== undefined) return done(addressRefused(url.href, reasonFor(refused)), "");
      const first = addresses[0];
      if (settings.all === true) return done(null, addresses);
      return done(null, first?.address ?? "", first?.family);
    });
  };
}

async function readAnswer(answer: IncomingMessage): Promise<Response> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of answer as AsyncIterable<Buffer>) {
    size += part.length;
    // Leaving the loop ends the connection.
    if (size > longestAnswer) throw new Error(`the answer is longer than ${longestAnswer} bytes`);
    parts.push(part);
  }
  const status = answer.statusCode ?? 500;
  const headers = new Headers();
  for (const [name, value] of Object.entries(answer.headers))
    for (const each of [value ?? []].flat()) headers.append(name, each);
  const isEmpty = status === 204 || status === 205 || status === 304;
  return new Response(isEmpty ? null : Buffer.concat(parts), { status, headers });
}
