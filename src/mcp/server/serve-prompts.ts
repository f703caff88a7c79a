import {
  type GetPromptResult,
  inputRequired,
  type InputRequiredResult,
  type McpServer,
  ProtocolError,
  ProtocolErrorCode,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { withClient } from "./with-client.ts";
import { toContentBlocks } from "./content-blocks.ts";
import type { RequestState } from "./request-state.ts";
import type { ServedPrompt } from "./served-offers.ts";
import type { ServedProject } from "./served-project.ts";
import { skillPrompts } from "./skill-prompts.ts";

/** Most values that are given to complete an argument. */
const mostValues = 100;

/** Serves prompts: those that are offered, and each skill as one. */
export function servePrompts({ server }: McpServer, served: ServedProject): void {
  const list = (): readonly ServedPrompt[] => [
    ...(served.parts.offers?.prompts ?? []),
    ...(served.skills ? skillPrompts(served.skills) : []),
  ];
  const find = (name: string): ServedPrompt => {
    const prompt = list().find((each) => each.name === name);
    if (prompt) return prompt;
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${name.slice(0, 128)}".`);
  };
  server.setRequestHandler("prompts/list", () => ({ prompts: list().map(toListed) }));
  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const prompt = find(params.name);
    const state = context.mcpReq.requestState<RequestState>();
    if (state !== undefined && (state.kind !== "prompt" || state.prompt !== prompt.name))
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, "Invalid or expired requestState");
    const values = checkValues(prompt, params.arguments ?? {});
    const parts = { server, context, state: state?.given };
    const { value, asked } = await withClient(parts, async () => await prompt.get(values));
    if (!asked) return toPromptResult(prompt, value);
    return await toQuestions(served, { prompt, asked, context });
  });
  server.setRequestHandler("completion/complete", async ({ params }) => {
    const prompt = params.ref.type === "ref/prompt" ? find(params.ref.name) : undefined;
    const values = (await prompt?.complete?.(params.argument.name, params.argument.value)) ?? [];
    const shown = values.slice(0, mostValues);
    return { completion: { values: [...shown], total: values.length, hasMore: values.length > shown.length } };
  });
}

function toListed({ name, title, description, arguments: wanted }: ServedPrompt): ListedPrompt {
  return {
    name,
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(wanted && { arguments: wanted.map((argument) => ({ ...argument })) }),
  };
}

interface ListedPrompt {
  name: string;
  title?: string;
  description?: string;
  arguments?: { name: string; description?: string; required?: boolean }[];
}

function checkValues(prompt: ServedPrompt, values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const missing = prompt.arguments?.find(({ name, required }) => required === true && values[name] === undefined);
  if (!missing) return values;
  const message = `The prompt "${prompt.name}" wants a value for "${missing.name}".`;
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

function toPromptResult(prompt: ServedPrompt, messages: Awaited<ReturnType<ServedPrompt["get"]>>): GetPromptResult {
  return {
    ...(prompt.description !== undefined && { description: prompt.description }),
    messages: messages.flatMap(({ role, content }) =>
      toContentBlocks({ content: [content] }).map((block) => ({ role, content: block })),
    ),
  };
}

async function toQuestions(
  { state }: ServedProject,
  { prompt, asked, context }: PromptQuestions,
): Promise<InputRequiredResult> {
  const next: RequestState = {
    kind: "prompt",
    prompt: prompt.name,
    ...(asked.state !== undefined && { given: asked.state }),
  };
  return inputRequired({ inputRequests: asked.questions, requestState: await state.mint(next, context) });
}

interface PromptQuestions {
  readonly prompt: ServedPrompt;
  readonly asked: NonNullable<Awaited<ReturnType<typeof withClient>>["asked"]>;
  readonly context: ServerContext;
}
