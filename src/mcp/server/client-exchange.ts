import { AsyncLocalStorage } from "node:async_hooks";
import type { JsonObject, JsonValue } from "../../base/json.ts";

/** What a client is asked, for its user, its model or itself. */
export type ClientQuestion =
  /** A form for the user; `schema` is an object of plain fields, as JSON Schema. */
  | { readonly kind: "form"; readonly message: string; readonly schema: JsonObject }
  /** One question to the client's model. */
  | { readonly kind: "sample"; readonly prompt: string; readonly maxTokens: number }
  /** The folders that the client works in. */
  | { readonly kind: "roots" };

/** How weighty a remark is. */
export type ClientLogLevel = "debug" | "info" | "notice" | "warning" | "error" | "critical" | "alert" | "emergency";

/** The MCP client on whose behalf a tool or prompt works now. */
export interface ClientExchange {
  /** The kinds of question that it answers. */
  readonly answers: Readonly<Record<ClientQuestion["kind"], boolean>>;
  /** What it answered to the questions of the last round, by their names; not checked. */
  readonly answered: Readonly<Record<string, unknown>>;
  /** The fields of a form that its user agreed to send. */
  form(name: string): Readonly<Record<string, unknown>> | undefined;
  /** What was given along with the last questions. The client could read it, and could not change it. */
  readonly state: JsonValue | undefined;
  /**
   * Asks, in place of an answer: what the tool gives back now is dropped, and it runs again from its top once the client
   * has answered. So whatever it does before it asks must be harmless to do twice.
   */
  ask(questions: Readonly<Record<string, ClientQuestion>>, state?: JsonValue): Record<string, never>;
  /** Tells the client something in passing, if it wants to be told. */
  log(level: ClientLogLevel, message: string): void;
}

const exchanges = new AsyncLocalStorage<ClientExchange>();

/** The client of the call that is being made; `undefined` where a tool is not called over MCP. */
export function currentClient(): ClientExchange | undefined {
  return exchanges.getStore();
}

/** Runs `work` on behalf of a client. */
export async function onBehalfOf<Value>(client: ClientExchange, work: () => Promise<Value>): Promise<Value> {
  return await exchanges.run(client, work);
}
