import { createChatModel } from "../../src/model/chat-model.ts";
import type { ModelCall, ModelReply } from "../../src/model/model.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { toInputSchema } from "../../src/tools/input-schema.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../src/tools/tool.ts";
import { completion, startServer } from "../model/scripted-server.ts";

/** One answer of a model server, and how it is to be read. */
export interface Sent {
  readonly tools: readonly AnyTool[];
  /** Each as it stands under `function` on the wire. */
  readonly calls: readonly { readonly id?: string; readonly function: object }[];
  readonly finish?: string;
}

/** What became of it. */
export interface Received {
  readonly reply: ModelReply;
  readonly calls: readonly ModelCall[];
  readonly outcomes: readonly ToolOutcome[];
}

/** Sends calls from a real server through the model's client and the gateway, as a run does. */
export async function receive({ tools, calls, finish = "tool_calls" }: Sent): Promise<Received> {
  const message = { content: null, tool_calls: calls.map((call) => ({ type: "function", ...call })) };
  const { baseURL } = await startServer(completion(message, { finish }));
  const model = createChatModel({ models: ["m"], baseURL });
  const reply = await model.respond({
    messages: [{ role: "user", text: "go" }],
    tools: tools.map((tool) => ({ name: tool.name, description: "d", parameters: toInputSchema(tool) })),
  });
  const gateway = createGateway({ registry: createToolRegistry({ tools }) });
  const scope = { caller: { run: "t/1", thread: "t", node: "desk" }, locale: "en" } as const;
  const outcomes: ToolOutcome[] = [];
  for (const { id, name, arguments: input, problem, repair, repairKind } of reply.calls) {
    const more = { ...(problem !== undefined && { problem }), ...(repair !== undefined && { repair }) };
    const kind = repairKind === undefined ? {} : { repairKind };
    outcomes.push(await gateway.call({ callId: id, tool: name, input, ...more, ...kind }, scope));
  }
  return { reply, calls: reply.calls, outcomes };
}

/** The one outcome of one call with this argument text. */
export async function receiveText(tool: AnyTool, text: string, finish?: string): Promise<ToolOutcome> {
  const name = tool.name.replace("/", "__");
  const sent = { tools: [tool], calls: [{ id: "a", function: { name, arguments: text } }] };
  const { outcomes } = await receive(finish === undefined ? sent : { ...sent, finish });
  return outcomes[0]!;
}
