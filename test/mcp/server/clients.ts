import { Client, type ElicitResult, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { onTestFinished } from "vitest";

/** Which protocol a client speaks. */
export type Era = "legacy" | "modern";

/** Both. */
export const eras: readonly Era[] = ["legacy", "modern"];

/** How a client of the tests behaves. */
export interface TestClientOptions {
  readonly era: Era;
  readonly token?: string;
  /** Answers forms. @default the client has none to ask */
  readonly onForm?: (message: string) => ElicitResult;
  readonly onListChanged?: (list: "tools" | "prompts" | "resources", names: readonly string[]) => void;
}

/** A client of the SDK, not yet connected. */
export function newClient({ era, onForm, onListChanged }: TestClientOptions): Client {
  const told = (list: "tools" | "prompts" | "resources") => ({
    onChanged: (_error: unknown, items: readonly { readonly name: string }[] | null) =>
      items &&
      onListChanged?.(
        list,
        items.map(({ name }) => name),
      ),
  });
  const client = new Client(
    { name: "test client", version: "1" },
    {
      versionNegotiation: { mode: era === "legacy" ? "legacy" : { pin: "2026-07-28" } },
      capabilities: onForm ? { elicitation: { form: {} } } : {},
      ...(onListChanged && {
        listChanged: { tools: told("tools"), prompts: told("prompts"), resources: told("resources") },
      }),
    },
  );
  if (onForm) client.setRequestHandler("elicitation/create", ({ params }) => onForm(params.message));
  return client;
}

/** A client that is connected over HTTP, until the test ends. */
export async function connectHttp(url: string, options: TestClientOptions): Promise<Client> {
  const client = newClient(options);
  const headers = options.token === undefined ? {} : { authorization: `Bearer ${options.token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  onTestFinished(() => client.close());
  return client;
}
