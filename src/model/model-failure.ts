import { isSopwithError, messageOf, type SopwithError } from "../base/errors.ts";
import { isPlainObject } from "../base/json.ts";
import { type ModelErrorCode, modelError, type ModelPlace } from "./model-errors.ts";
import { rehearsalMismatch } from "./rehearsal-errors.ts";
import { readRetryAfter } from "./retry-after.ts";

/** A failed attempt, and what may be done about it. */
export interface ModelFailure {
  readonly error: SopwithError;
  /** How often the same model may be asked again. */
  readonly retry: "never" | "once" | "often";
  /** Whether another model of the list may be asked. */
  readonly next: boolean;
  /** What the server asked to wait, in ms. */
  readonly retryAfterMs?: number;
}

/** Where an attempt went, and how secrets are taken out of what came back. */
export interface AttemptPlace extends ModelPlace {
  readonly redact: (text: string) => string;
}

/** Thrown where a body came with status 200 and is no answer. {@link toModelFailure} words it; it leaves this room never. */
export class BrokenAnswer extends Error {
  /** The `error` object that stood in the body. */
  readonly body: unknown;

  constructor(seen: string, body?: unknown) {
    super(seen);
    this.name = "BrokenAnswer";
    this.body = body;
  }
}

/**
 * Sorts what the client threw. An error of ours passes as it is and ends everything.
 *
 * @throws what was thrown, where neither the server nor the network is behind it: a mistake in a program must be seen
 */
export function toModelFailure(thrown: unknown, place: AttemptPlace): ModelFailure {
  if (isSopwithError(thrown)) return { error: thrown, retry: "never", next: false };
  const fault = readFault(thrown);
  const mismatch = readMismatch(fault);
  if (mismatch) return { error: mismatch, retry: "never", next: false };
  if (fault.status === undefined && !fault.broken && !isNetworkFault(thrown)) throw thrown;
  const code = toCode(fault);
  const retryAfterMs = fault.headers && readRetryAfter(fault.headers, Date.now());
  const error = modelError(code, place, {
    seen: place.redact(oneLine(fault.seen)),
    ...(fault.status === undefined ? {} : { status: fault.status }),
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
  return { error, ...policies[code], ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
}

/** The failure of an attempt that was given up at its deadline. */
export function timeoutFailure(place: ModelPlace, timeoutMs: number): ModelFailure {
  const error = modelError("MODEL_TIMEOUT", place, { seen: `nothing for ${timeoutMs} ms` });
  return { error, ...policies.MODEL_TIMEOUT };
}

const policies: Readonly<Record<ModelErrorCode, Pick<ModelFailure, "retry" | "next">>> = {
  MODEL_UNREACHABLE: { retry: "often", next: false },
  MODEL_AUTHENTICATION: { retry: "never", next: false },
  MODEL_NOT_FOUND: { retry: "never", next: true },
  MODEL_RATE_LIMIT: { retry: "often", next: true },
  MODEL_QUOTA: { retry: "never", next: true },
  MODEL_REFUSED: { retry: "never", next: true },
  MODEL_MOVED: { retry: "never", next: false },
  MODEL_BROKEN_ANSWER: { retry: "once", next: true },
  MODEL_TIMEOUT: { retry: "often", next: true },
  MODEL_SERVER_ERROR: { retry: "often", next: true },
};

/** What can be read off anything that was thrown. */
interface Fault {
  readonly seen: string;
  readonly status?: number;
  readonly headers?: Headers;
  /** The server's error object. */
  readonly body: Readonly<Record<string, unknown>>;
  /** True when no usable answer came although the server answered. */
  readonly broken: boolean;
}

function readFault(thrown: unknown): Fault {
  const wrapped = thrown instanceof Error && thrown.name === "ContextOverflowError" ? thrown.cause : thrown;
  const parts: Readonly<Record<string, unknown>> =
    typeof wrapped === "object" && wrapped !== null ? { ...wrapped } : {};
  const inner = thrown instanceof BrokenAnswer ? thrown.body : parts["error"];
  const body = isPlainObject(inner) ? inner : {};
  const inBody = Number(body["code"] ?? body["status"]);
  const status =
    typeof parts["status"] === "number" ? parts["status"] : inBody >= 400 && inBody < 600 ? inBody : undefined;
  const said = typeof body["message"] === "string" ? body["message"] : undefined;
  const broken = thrown instanceof BrokenAnswer || thrown instanceof SyntaxError || inner !== undefined;
  const headers = parts["headers"] instanceof Headers ? parts["headers"] : undefined;
  const target = headers?.get("location");
  return {
    seen: typeof target === "string" ? `location: ${withoutQuery(target)}` : ownWords(said ?? rootMessage(thrown)),
    body,
    broken,
    ...(status === undefined ? {} : { status }),
    ...(headers && { headers }),
  };
}

function toCode({ status, body, seen, broken }: Fault): ModelErrorCode {
  const kind = [body["code"], body["type"]].filter((part) => typeof part === "string").join(" ");
  if (/insufficient_quota|billing/.test(kind) || status === 402) return "MODEL_QUOTA";
  if (status === 429)
    return /exceeded your current quota|credit balance/i.test(seen) ? "MODEL_QUOTA" : "MODEL_RATE_LIMIT";
  if (/rate_limit|overloaded/.test(kind)) return "MODEL_RATE_LIMIT";
  // Some servers check the model's own calls and blame the request for them; the next answer may be better.
  if (/tool_use_failed|invalid_tool_call/.test(kind) || ((status === 400 || status === 422) && ownCall.test(seen)))
    return "MODEL_BROKEN_ANSWER";
  if (status === undefined) return broken ? "MODEL_BROKEN_ANSWER" : "MODEL_UNREACHABLE";
  if (status === 401 || status === 403) return "MODEL_AUTHENTICATION";
  if (status === 404) return "MODEL_NOT_FOUND";
  if (status >= 300 && status < 400) return "MODEL_MOVED";
  return status >= 500 || status === 408 || status === 425 ? "MODEL_SERVER_ERROR" : "MODEL_REFUSED";
}

const ownCall =
  /tool call validation failed|failed to (?:call a function|parse (?:the )?tool call)|(?:invalid|malformed) (?:tool|function) call/i;

/** The SDK's connection errors, and what fetch says of a connection that was lost while a body was read. */
function isNetworkFault(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  if (/^(APIConnection|TimeoutError|AbortError)/.test(thrown.constructor.name) || thrown.name === "AbortError")
    return true;
  return "code" in thrown || /^(terminated|fetch failed|aborted)/.test(thrown.message) || isNetworkFault(thrown.cause);
}

/** A rehearsal server words its own errors; they reach the user unchanged. */
function readMismatch({ status, body }: Fault): SopwithError | undefined {
  if (status !== 400 || body["code"] !== "REHEARSAL_MISMATCH") return undefined;
  const details = Array.isArray(body["details"]) ? body["details"].map(String) : [];
  const line = typeof body["line"] === "number" ? { line: body["line"] } : {};
  return rehearsalMismatch(String(body["message"]), details, { file: String(body["file"]), ...line });
}

/** `fetch failed` and `Connection error.` say nothing; the cause under them does. */
function rootMessage(thrown: unknown): string {
  let current = thrown;
  for (let depth = 0; depth < 5 && current instanceof Error && current.cause instanceof Error; depth += 1)
    current = current.cause;
  const code = current instanceof Error && "code" in current ? textOf(current.code) : "";
  const message = messageOf(current);
  return message === "" || (code !== "" && !message.includes(code)) ? `${code} ${message}`.trim() : message;
}

function withoutQuery(address: string): string {
  return address.replace(/[?#].*$/s, "").replace(/\/\/[^/]*@/, "//");
}

function textOf(code: unknown): string {
  return typeof code === "string" || typeof code === "number" ? String(code) : "";
}

/** Without LangChain's link to its own documentation; an empty body is shown by the SDK as the status alone. */
function ownWords(message: string): string {
  const words = message.replace(/\s*Troubleshooting URL:[^]*$/, "").trim();
  return /^(?:\d{3}\s*)?(?:\{\}|\[\]|""|null|undefined|status code \(no body\))?$/.test(words)
    ? "no reason given"
    : words;
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > 300 ? `${line.slice(0, 299)}…` : line;
}
