import { AsyncLocalStorage } from "node:async_hooks";
import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type InputRequests,
  type LoggingLevel,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { JsonObject, JsonValue } from "../../base/json.ts";

/** What a client is asked, for its user, its model or itself. */
export type ClientQuestion =
  | { readonly kind: "form"; readonly message: string; readonly schema: JsonObject }
  | { readonly kind: "sample"; readonly prompt: string; readonly maxTokens: number }
  | { readonly kind: "roots" };

/** The client on whose behalf a tool works now. */
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
  log(level: LoggingLevel, message: string): void;
}

/** What was asked during one round. */
export interface AskedQuestions {
  readonly questions: InputRequests;
  readonly state: JsonValue | undefined;
}

const exchanges = new AsyncLocalStorage<ClientExchange>();

/** The client of the call that is being made; `undefined` where a tool is not called over MCP. */
export function currentClient(): ClientExchange | undefined {
  return exchanges.getStore();
}

/** Runs `work` with the client at its call, and says what it asked. */
export async function withClient<Value>(
  { server, context, state }: ExchangeParts,
  work: () => Promise<Value>,
): Promise<{ readonly value: Value; readonly asked: AskedQuestions | undefined }> {
  let asked: AskedQuestions | undefined;
  const answered = context.mcpReq.inputResponses ?? {};
  const exchange: ClientExchange = {
    answers: kindsOf(server, context),
    answered,
    form: (name) => acceptedForm(answered[name]),
    state,
    ask: (questions, next) => {
      const requests = Object.entries(questions).map(([name, question]) => [name, toRequest(question)] as const);
      asked = { questions: Object.fromEntries(requests), state: next };
      return {};
    },
    log: (level, message) => {
      // A notice that cannot be sent is not worth a call.
      context.mcpReq.log(level, message).catch(() => undefined);
    },
  };
  const value = await exchanges.run(exchange, work);
  return { value, asked };
}

/** What one round of a call is made with. */
export interface ExchangeParts {
  readonly server: Server;
  readonly context: ServerContext;
  readonly state: JsonValue | undefined;
}

/** What a client can do: said with the request in the newer protocol, in the handshake in the older. */
function capabilitiesOf(server: Server, { mcpReq }: ServerContext): ClientCapabilities | undefined {
  const envelope: { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities } | undefined = mcpReq.envelope;
  return envelope?.[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities();
}

/** The kinds of question that a client answers. */
export function kindsOf(server: Server, context: ServerContext): ClientExchange["answers"] {
  const { elicitation, sampling, roots } = capabilitiesOf(server, context) ?? {};
  return {
    // Without a word on the mode, forms are meant.
    form: elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined),
    sample: sampling !== undefined,
    roots: roots !== undefined,
  };
}

function acceptedForm(answer: unknown): Readonly<Record<string, unknown>> | undefined {
  const { action, content } = (answer ?? {}) as { readonly action?: unknown; readonly content?: unknown };
  return action === "accept" && typeof content === "object" && content !== null ? { ...content } : undefined;
}

function toRequest(question: ClientQuestion): InputRequests[string] {
  if (question.kind === "roots") return inputRequired.listRoots();
  if (question.kind === "form") {
    const { message, schema } = question;
    return inputRequired.elicit({ message, requestedSchema: schema as FormSchema });
  }
  const content = { type: "text", text: question.prompt } as const;
  return inputRequired.createMessage({ messages: [{ role: "user", content }], maxTokens: question.maxTokens });
}

type FormSchema = Extract<Parameters<typeof inputRequired.elicit>[0], { requestedSchema: unknown }>["requestedSchema"];
