import { isSopwithError, messageOf } from "../../base/errors.ts";

/** What happened; of a command that does not start also what the system said. */
export function failureText(error: unknown): string {
  return isSopwithError(error, "MCP_START_FAILED") ? [error.message, ...error.details].join(" ") : messageOf(error);
}

/** True where no further try can help: a person has to do something first. */
export function isFinal(error: unknown): boolean {
  return isSopwithError(error) && final.includes(error.code);
}

/** Reasons that no further try takes away. */
const final: readonly string[] = [
  "MCP_NOT_ACCEPTED",
  "MCP_AUTH_NEEDED",
  "MCP_AUTH_FAILED",
  "MCP_ADDRESS_REFUSED",
  "MCP_START_FAILED",
  "MCP_LOCK",
];
