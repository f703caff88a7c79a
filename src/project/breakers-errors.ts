import { SopwithError } from "../base/errors.ts";
import { joinNames } from "../base/names.ts";

/** The address at which breakers are shared asks for variables that are not set. */
export function breakersVariableMissing(names: readonly string[]): SopwithError {
  return new SopwithError({
    code: "BREAKERS_SHARE",
    message: `The config's breakers.share needs ${joinNames(names)}, which ${names.length === 1 ? "is" : "are"} not set.`,
    hint: "Set it in the environment or in .env, or write a default: ${NAME:-redis://127.0.0.1:6379}.",
    data: { variables: names },
  });
}

/** The address at which breakers are shared is none; it is not shown, since it may hold a password. */
export function breakersUrlInvalid(): SopwithError {
  return new SopwithError({
    code: "BREAKERS_SHARE",
    message: "The config's breakers.share is no address of a Redis.",
    details: [
      "Expected: redis://host:6379, or rediss:// for TLS, with user:password@ before the host where needed, its special characters as %xx, and /<number> behind for another database than 0.",
    ],
    hint: "Correct it, or leave breakers out: then each process counts for itself.",
  });
}
