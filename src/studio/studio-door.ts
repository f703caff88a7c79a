import { hash, randomBytes, timingSafeEqual } from "node:crypto";
import type { IncomingMessage } from "node:http";

/** Why a request is not answered. */
export interface Refusal {
  readonly status: number;
  readonly message: string;
}

/** Who may ask the studio's server. */
export interface StudioDoor {
  /** Opens one session; it stands in the address that is printed. */
  readonly key: string;
  /**
   * Gives the session's token for the key, once: who reads the address later, in a history or over a shoulder, gets
   * nothing by it.
   */
  exchange(key: unknown): string | undefined;
  /** Why a request is refused before anything else: a name of another host, or a page of another origin. */
  refuseStranger(request: IncomingMessage, port: number): Refusal | undefined;
  /** Why a request is refused for want of the session's token. */
  refuseUnknown(request: IncomingMessage): Refusal | undefined;
}

/**
 * Makes the door of one server. The token travels in a header that only the page's own script sets, never in a cookie:
 * cookies go to every port of a host, and along with requests that other pages cause.
 */
export function createStudioDoor(): StudioDoor {
  const [key, token] = [makeToken(), makeToken()];
  let isUsed = false;
  return {
    key,
    exchange: (given) => {
      if (isUsed || typeof given !== "string" || !isSame(given, key)) return undefined;
      isUsed = true;
      return token;
    },
    refuseStranger: ({ headers }, port) => {
      const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
      // A foreign name that was made to lead here would let a foreign page read the answers.
      if (!hosts.includes(headers.host ?? "")) return { status: 403, message: "The studio has no such name." };
      const { origin } = headers;
      const isOwn = origin === undefined || origin === `http://${headers.host}`;
      const site = headers["sec-fetch-site"];
      if (isOwn && (site === undefined || site === "same-origin" || site === "none")) return undefined;
      return { status: 403, message: "Pages of other origins may not ask the studio." };
    },
    refuseUnknown: ({ headers }) => {
      const given = /^Bearer (.+)$/.exec(headers.authorization ?? "")?.[1];
      if (given !== undefined && isSame(given, token)) return undefined;
      return { status: 401, message: "Open the address that `sopwith studio` printed; start it again for a new one." };
    },
  };
}

function makeToken(): string {
  return randomBytes(24).toString("base64url");
}

function isSame(left: string, right: string): boolean {
  return timingSafeEqual(hash("sha256", left, "buffer"), hash("sha256", right, "buffer"));
}
