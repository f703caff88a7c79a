import type { JsonObject, JsonValue } from "../base/json.ts";
import type { Usage } from "../base/usage.ts";

/** A call that the model asked for. Nothing has been checked yet. */
export interface ModelCall {
  /** Unique in the conversation; the provider's id where that is usable, else one of ours. */
  readonly id: string;
  /** The tool's own name (`namespace/name`), decoded; a name that was never sent stands as the model wrote it. */
  readonly name: string;
  /** The parsed arguments; absent when `problem` says why they could not be read. */
  readonly arguments?: JsonValue;
  /** What was mended in the argument text without changing its meaning; absent when it was valid. For the audit. */
  readonly repair?: string;
  /** `guided`: the repair is a guess by the form of the call; nothing that changes something runs on it. */
  readonly repairKind?: "guided";
  /** Why the arguments could not be read, as a sentence for the model. */
  readonly problem?: string;
  /** The text that could not be read, for the trace. Never sent back to a model as JSON. */
  readonly rawArguments?: string;
}

/** One message of a conversation, in plain JSON, so that a journal can keep it. */
export type ModelMessage =
  | { readonly role: "system"; readonly text: string }
  | { readonly role: "user"; readonly text: string }
  | {
      readonly role: "assistant";
      readonly text: string;
      readonly calls: readonly ModelCall[];
      /** What the server sent as `reasoning_content`; sent back, since some servers insist on it. */
      readonly reasoning?: string;
    }
  | { readonly role: "tool"; readonly callId: string; readonly name: string; readonly text: string };

/** A tool as the model is told of it. */
export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments; `type: "object"` at the root. */
  readonly parameters: JsonObject;
}

/** One question to a model. */
export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  /** @default "auto" where there are tools */
  readonly toolChoice?: "auto" | "required" | "none";
  readonly signal?: AbortSignal;
  /** Text as it arrives. Without it the answer is asked for in one piece. */
  readonly onText?: (delta: string) => void;
  /** Told of a retry or of a switch to the next model. */
  readonly onNotice?: (message: string) => void;
}

/** What a model answered: text, calls, or both. Never neither. */
export interface ModelReply {
  readonly text: string;
  readonly calls: readonly ModelCall[];
  readonly usage: Usage;
  /** `length`: the answer was cut by the server's token limit. */
  readonly finish: "stop" | "calls" | "length";
  /** The model that answered, as the server named it. */
  readonly model: string;
  readonly reasoning?: string;
}

/** A model that can be asked. */
export interface ChatModel {
  /** Shown in traces and error messages. */
  readonly name: string;
  /**
   * Asks once; retries are inside.
   * @throws `MODEL_UNREACHABLE`, `MODEL_AUTHENTICATION`, `MODEL_NOT_FOUND`, `MODEL_RATE_LIMIT`, `MODEL_QUOTA`,
   * `MODEL_REFUSED`, `MODEL_MOVED`, `MODEL_BROKEN_ANSWER`, `MODEL_TIMEOUT`, `MODEL_SERVER_ERROR`, each with the URL and the setting to
   * change; `REHEARSAL_MISMATCH` from a rehearsal; the signal's reason when it aborts
   */
  respond(request: ModelRequest): Promise<ModelReply>;
}
