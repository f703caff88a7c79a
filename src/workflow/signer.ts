import { createHmac, timingSafeEqual } from "node:crypto";

/** Makes and checks signatures with a key that the store does not hold. */
export interface Signer {
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
}

/**
 * A signer of HMAC-SHA256. The key may be any text; 32 random bytes are enough. A function gives it when it is first
 * needed.
 */
export function createSigner(key: string | (() => string)): Signer {
  let known = typeof key === "string" ? key : undefined;
  const mac = (text: string): Buffer => {
    known ??= (key as () => string)();
    return createHmac("sha256", known).update(text).digest();
  };
  return {
    sign: (text) => mac(text).toString("base64url"),
    verify: (text, signature) => {
      const given = Buffer.from(signature, "base64url");
      const expected = mac(text);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
