import { SopwithError } from "../base/errors.ts";

/** Why a model could not answer. */
export type ModelErrorCode =
  | "MODEL_UNREACHABLE"
  | "MODEL_AUTHENTICATION"
  | "MODEL_NOT_FOUND"
  | "MODEL_RATE_LIMIT"
  | "MODEL_QUOTA"
  | "MODEL_REFUSED"
  | "MODEL_MOVED"
  | "MODEL_BROKEN_ANSWER"
  | "MODEL_TIMEOUT"
  | "MODEL_SERVER_ERROR";

/** The server that was asked, as it may be shown. */
export interface ModelPlace {
  readonly model: string;
  /** Without user name and password. */
  readonly url: string;
}

/** An error of one attempt. `seen` is one line of what the server or the network said, free of secrets. */
export function modelError(code: ModelErrorCode, place: ModelPlace, facts: ModelErrorFacts): SopwithError {
  return new SopwithError({
    code,
    message: sentences[code](place),
    details: facts.seen ? [`Seen: ${facts.seen}`] : [],
    hint: hints[code],
    data: {
      model: place.model,
      url: place.url,
      ...(facts.status === undefined ? {} : { status: facts.status }),
      ...(facts.retryAfterMs === undefined ? {} : { retryAfterMs: facts.retryAfterMs }),
    },
  });
}

/** What is known of a failed attempt. */
export interface ModelErrorFacts {
  readonly seen?: string;
  /** HTTP status. */
  readonly status?: number;
  /** What the server asked to wait, in ms. */
  readonly retryAfterMs?: number;
}

/** The last error, with what was tried: one line for each way in which attempts failed. */
export function afterAttempts(error: SopwithError, tried: readonly string[]): SopwithError {
  if (tried.length < 2) return error;
  const ways = Map.groupBy(tried, (line) => line);
  const lines = Array.from(ways, ([line, { length }]) => `Tried ${line}${length > 1 ? `, ${length} times` : ""}`);
  const { code, message, hint, data } = error;
  const details = [...error.details, ...(ways.size === 1 ? [`Tried ${tried.length} times.`] : lines)];
  return new SopwithError({ code, message, details, data, ...(hint === undefined ? {} : { hint }) });
}

/** `MODEL_UNREACHABLE`: the address of the server is no address. */
export function badBaseUrl(written: string): SopwithError {
  const shown = JSON.stringify(written.replace(/\/\/[^/]*@/, "//***@"));
  return new SopwithError({
    code: "MODEL_UNREACHABLE",
    message: `The address of the model server is not an http(s) URL: ${shown}.`,
    hint: "Set OPENAI_BASE_URL to a URL such as https://api.openai.com/v1.",
  });
}

/** `MODEL_UNREACHABLE`: the address of the server holds a user name or a password, which are not sent that way. */
export function credentialsInUrl(host: string): SopwithError {
  return new SopwithError({
    code: "MODEL_UNREACHABLE",
    message: `The address of the model server at ${host} holds a user name or a password.`,
    hint: "Take them out of OPENAI_BASE_URL; give OPENAI_API_KEY, or other credentials as headers of the model in sopwith.config.ts.",
  });
}

/** `MODEL_NOT_FOUND`: no model was named. */
export function noModelNamed(): SopwithError {
  return new SopwithError({
    code: "MODEL_NOT_FOUND",
    message: "No model is named.",
    hint: "Set OPENAI_MODEL to the name of a model, or to several with commas between them.",
  });
}

const sentences: Readonly<Record<ModelErrorCode, (place: ModelPlace) => string>> = {
  MODEL_UNREACHABLE: ({ url }) => `The connection to the model server ${url} could not be made, or it broke off.`,
  MODEL_AUTHENTICATION: ({ url }) => `The model server ${url} did not accept the key.`,
  MODEL_NOT_FOUND: ({ model, url }) => `The model server ${url} has no model "${model}", or no such path.`,
  MODEL_RATE_LIMIT: ({ model, url }) => `The model server ${url} takes no more requests for "${model}" now.`,
  MODEL_QUOTA: ({ url }) => `The account at the model server ${url} has no quota left.`,
  MODEL_REFUSED: ({ model, url }) => `The model server ${url} refused the request to "${model}".`,
  MODEL_MOVED: ({ url }) => `The model server ${url} sends requests on to another address; they are not sent there.`,
  MODEL_BROKEN_ANSWER: ({ model, url }) => `The model "${model}" at ${url} gave an answer that cannot be used.`,
  MODEL_TIMEOUT: ({ model, url }) => `The model "${model}" at ${url} did not answer in time.`,
  MODEL_SERVER_ERROR: ({ model, url }) => `The model server ${url} failed while it worked for "${model}".`,
};

const hints: Readonly<Record<ModelErrorCode, string>> = {
  MODEL_UNREACHABLE: "Check the network and OPENAI_BASE_URL.",
  MODEL_AUTHENTICATION: "Set OPENAI_API_KEY to a key of this server, or OPENAI_BASE_URL to the server of the key.",
  MODEL_NOT_FOUND: "Check OPENAI_MODEL, and that OPENAI_BASE_URL ends as the server wants it (often /v1).",
  MODEL_RATE_LIMIT: "Wait, or name another model in OPENAI_MODEL; several with commas between them are tried in order.",
  MODEL_QUOTA: "Add credit to the account, or use another OPENAI_API_KEY or OPENAI_BASE_URL.",
  MODEL_REFUSED: "Read what the server said; a too long conversation and a model without tools are frequent causes.",
  MODEL_MOVED: "Set OPENAI_BASE_URL to the address that is meant, if you trust it.",
  MODEL_BROKEN_ANSWER:
    "Check that OPENAI_BASE_URL is an OpenAI-compatible server, or name another model in OPENAI_MODEL.",
  MODEL_TIMEOUT: "Allow more time (model.timeoutMs), or name a faster model in OPENAI_MODEL.",
  MODEL_SERVER_ERROR: "Try again later, or name another model in OPENAI_MODEL.",
};
