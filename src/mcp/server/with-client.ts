import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  inputRequired,
  type InputRequests,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { JsonValue } from "../../base/json.ts";
import { type ClientExchange, type ClientQuestion, onBehalfOf } from "./client-exchange.ts";

/** What one round of a call is made with. */
export interface ExchangeParts {
  readonly server: Server;
  readonly context: ServerContext;
  readonly state: JsonValue | undefined;
}

/** What was asked during one round. */
export interface AskedQuestions {
  readonly questions: InputRequests;
  readonly state: JsonValue | undefined;
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
  const value = await onBehalfOf(exchange, work);
  return { value, asked };
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
