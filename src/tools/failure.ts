import { dropStack } from "./drop-stack.ts";
import { readProperty } from "./read-property.ts";
import { redactSecrets } from "./redact-secrets.ts";
import { isToolError, type ToolError } from "./tool-error.ts";

/** A thrown thing, as far as the gateway and a model need to know it. */
export interface Failure {
  readonly code: string;
  /** At most 500 characters, without stack and without values that look like secrets. */
  readonly reason: string;
  readonly effect: "none" | "unknown" | "reported";
  /** False when another attempt cannot help. */
  readonly retryable: boolean;
  /** True for a reason that passes: the network, a busy server, or the tool's own word. */
  readonly passing: boolean;
  readonly retryAfterMs?: number;
  /** Present where the tool says of itself that it is not well. */
  readonly unhealthy?: true;
}

const maxReasonLength = 500;
/** What stands behind this is not looked at, however long a thrown text is. */
const maxReadLength = 20_000;
const silent = "The tool failed without a message.";
const networkCodes: readonly string[] = [
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EPIPE",
  "EHOSTUNREACH",
  "ENETUNREACH",
];

/** Reads whatever a tool threw: an error, a string, an object, something frozen or hostile. Never throws. */
export function toFailure(thrown: unknown): Failure {
  if (isToolError(thrown)) return toToolFailure(thrown);
  const code = codeOf(thrown);
  return {
    code,
    reason: toReason(textOf(thrown)),
    effect: "unknown",
    retryable: true,
    passing: isPassing(thrown, code),
  };
}

function toToolFailure(thrown: ToolError): Failure {
  const given = readProperty(thrown, "data");
  const wait = readProperty(given, "retryAfterMs");
  const retryAfterMs = typeof wait === "number" ? wait : undefined;
  const word = readProperty(given, "retryable");
  const retryable = typeof word === "boolean" ? word : retryAfterMs !== undefined ? true : undefined;
  const code = readProperty(thrown, "code");
  return {
    code: typeof code === "string" ? code : "TOOL_FAILED",
    reason: toReason(textOf(thrown)),
    effect: effectOf(readProperty(given, "effect")),
    retryable: retryable ?? true,
    passing: retryable ?? false,
    ...(retryAfterMs !== undefined && { retryAfterMs }),
    ...(readProperty(given, "unhealthy") === true && { unhealthy: true }),
  };
}

function effectOf(word: unknown): Failure["effect"] {
  return word === "none" || word === "reported" ? word : "unknown";
}

function toReason(text: string): string {
  const line = redactSecrets(dropStack(text.slice(0, maxReadLength))).toWellFormed() || silent;
  return line.length <= maxReasonLength ? line : `${line.slice(0, maxReasonLength - 1).toWellFormed()}…`;
}

function textOf(thrown: unknown): string {
  if (typeof thrown === "string") return thrown === "" ? "The tool threw an empty text." : thrown;
  const message = readProperty(thrown, "message");
  if (typeof message === "string" && message !== "") return message;
  if (thrown === null || thrown === undefined) return `The tool threw ${thrown}.`;
  if (typeof thrown === "number" || typeof thrown === "bigint" || typeof thrown === "boolean")
    return `The tool threw ${thrown}.`;
  return silent;
}

/** A code of Node's or of the tool's library, if it looks like one. */
function codeOf(thrown: unknown): string {
  const code = readProperty(thrown, "code") ?? readProperty(readProperty(thrown, "cause"), "code");
  return typeof code === "string" && /^[A-Z][A-Z0-9_]{1,60}$/.test(code) ? code : "TOOL_FAILED";
}

function isPassing(thrown: unknown, code: string): boolean {
  if (networkCodes.includes(code) || code.startsWith("UND_ERR_")) return true;
  const status = readProperty(thrown, "status") ?? readProperty(thrown, "statusCode");
  return typeof status === "number" && (status === 408 || status === 429 || status >= 500);
}
