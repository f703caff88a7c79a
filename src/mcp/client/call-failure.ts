import { messageOf } from "../../base/errors.ts";
import { cleanText } from "../../tools/clean-text.ts";
import { toolError } from "../../tools/tool-error.ts";
import { type ComeBack, findComeBack } from "./come-back.ts";
import { streamEndedCode } from "./settle-streams.ts";
import { tooLongCode } from "./too-long-answer.ts";

/** What is known of a call that did not end with an answer. */
export interface CallPlace {
  readonly server: string;
  /** How the server's process ended, if it has. */
  readonly ending?: string | undefined;
  /** For how long the server may say nothing, in ms. */
  readonly timeoutMs: number;
  /** True where nothing can have been changed, whatever the server did. */
  readonly reads: boolean;
}

/** Numbers of JSON-RPC with which servers refuse a call. Some also send them after the work, so a write may have acted. */
const refused: ReadonlyMap<number, string> = new Map([
  [-32_700, "could not read the message"],
  [-32_600, "took the message for none"],
  [-32_601, "does not know the method"],
  [-32_602, "does not take these arguments, or does not know the tool"],
  [-32_020, "was given other headers than arguments"],
  [-32_021, "asks for more than we offer"],
  [-32_022, "does not speak this version of the protocol"],
]);
/** Codes of the system that come before anything was sent. */
const neverSent: readonly string[] = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"];

/** Whatever the SDK threw, as what our gateway makes an outcome of. */
export function callFailure(thrown: unknown, place: CallPlace): Error {
  const { server } = place;
  const later = findComeBack(thrown);
  if (later) return busy(server, later);
  const { code, status } = factsOf(thrown);
  if (typeof code === "number") return protocolFailure(code, thrown, place);
  if (status !== undefined) return httpFailure(status, thrown, place);
  const system = systemCode(thrown);
  if (system !== undefined && neverSent.includes(system))
    return unavailable(`The MCP server "${server}" cannot be reached (${system}).`, "none", thrown);
  switch (code) {
    case "MCP_ANSWER_TOO_LONG":
      return failure("MCP_ANSWER_TOO_LONG", messageOf(thrown), "unknown");
    case "NOT_CONNECTED":
    case "SEND_FAILED":
      return unavailable(`The MCP server "${server}" is not connected.`, "none", thrown);
    case "CONNECTION_CLOSED":
      return unavailable(
        `The MCP server "${server}" went away during the call${place.ending === undefined ? "" : `: ${place.ending}`}.`,
        "unknown",
        thrown,
      );
    case "REQUEST_TIMEOUT":
      return unavailable(`The MCP server "${server}" said nothing for ${place.timeoutMs} ms.`, "unknown", thrown);
    case "INVALID_RESULT":
    case "UNSUPPORTED_RESULT_TYPE":
      return failure(
        "MCP_BAD_ANSWER",
        `The MCP server "${server}" gave an answer that is none: ${said(thrown)}`,
        "unknown",
      );
    default:
      return system === undefined && messageOf(thrown) === "Not connected"
        ? unavailable(`The MCP server "${server}" is not connected.`, "none", thrown)
        : unavailable(
            `The MCP server "${server}" did not answer: ${said(thrown)}${system === undefined ? "" : ` (${system})`}`,
            "unknown",
            thrown,
          );
  }
}

/** True when a connection that was kept open had been closed by the other side, as after a restart. */
export function isBrokenSocket(thrown: unknown): boolean {
  return ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(systemCode(thrown) ?? "");
}

/** True when the server says that it knows nothing of our session: it was started anew. */
export function isSessionLost(thrown: unknown): boolean {
  return factsOf(thrown).status === 404;
}

/** True when the arguments and the headers made of them differ in the server's eyes: its schema has changed. */
export function isHeaderMismatch(thrown: unknown): boolean {
  return factsOf(thrown).code === -32_020;
}

function protocolFailure(code: number, thrown: unknown, place: CallPlace): Error {
  const { server } = place;
  if (code === tooLongCode) return failure("MCP_ANSWER_TOO_LONG", messageOf(thrown), "unknown");
  if (code === streamEndedCode)
    return unavailable(`The MCP server "${server}" went away during the call.`, "unknown", thrown);
  const why = refused.get(code);
  if (why !== undefined)
    return failure("MCP_REFUSED", `The MCP server "${server}" ${why}: ${said(thrown)}`, reportedEffect(place));
  return failure(
    "MCP_PROTOCOL_ERROR",
    `The MCP server "${server}" answered with error ${code}: ${said(thrown)}`,
    "unknown",
  );
}

/** What is certain after a server's own word that a call failed. */
export function reportedEffect({ reads }: Pick<CallPlace, "reads">): "none" | "reported" {
  return reads ? "none" : "reported";
}

/** The answers of a door, 401, 403, 404, 429 and 503, come before the work; others may come after it. */
function httpFailure(status: number, thrown: unknown, place: CallPlace): Error {
  const { server } = place;
  const text = `The MCP server "${server}" answered with HTTP status ${status}.`;
  if (status === 401 || status === 403) return failure("MCP_NOT_AUTHORIZED", text, "none");
  if (status === 429 || status === 503 || status === 404) return unavailable(text, "none", thrown);
  return status >= 500 ? unavailable(text, "unknown", thrown) : failure("MCP_REFUSED", text, reportedEffect(place));
}

function busy(server: string, later: ComeBack): Error {
  const { status, retryAfterMs } = later;
  const message = `The MCP server "${server}" takes no calls now (HTTP status ${status}).`;
  return toolError({ code: "MCP_UNAVAILABLE", message, effect: "none", retryable: true, retryAfterMs, cause: later });
}

function failure(code: string, message: string, effect: "none" | "unknown" | "reported"): Error {
  return toolError({ code, message, effect, retryable: false });
}

function unavailable(message: string, effect: "none" | "unknown", cause: unknown): Error {
  return toolError({ code: "MCP_UNAVAILABLE", message, effect, retryable: true, cause });
}

/** What the server, or the SDK, says; a line of it. */
function said(thrown: unknown): string {
  return cleanText(messageOf(thrown))
    .replace(/^MCP error -?\d+:\s*/, "")
    .replace(/\s+/g, " ")
    .slice(0, 300);
}

function factsOf(thrown: unknown): { readonly code?: unknown; readonly status?: number | undefined } {
  if (typeof thrown !== "object" || thrown === null) return {};
  const { code, data } = thrown as { readonly code?: unknown; readonly data?: unknown };
  const { status } = (typeof data === "object" ? (data ?? {}) : {}) as { readonly status?: unknown };
  const isHttp = typeof code === "string" && code.startsWith("CLIENT_HTTP_");
  return { code, status: isHttp && typeof status === "number" ? status : undefined };
}

/** Codes like ECONNREFUSED stand in the cause of what fetch throws. */
function systemCode(thrown: unknown): string | undefined {
  for (let cause: unknown = thrown, depth = 0; depth < 4 && typeof cause === "object" && cause !== null; depth += 1) {
    const { code } = cause as { readonly code?: unknown };
    if (typeof code === "string" && /^(E[A-Z]{3,}|UND_ERR_\w+)$/.test(code)) return code;
    ({ cause } = cause as { readonly cause?: unknown });
  }
  return undefined;
}
