import { once } from "node:events";
import { z } from "zod";
import { currentClient } from "../../../src/mcp/server/client-exchange.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";

/** The tools of the shop, and what they did. */
export interface ShopTools {
  readonly tools: readonly AnyTool[];
  /** Things that were ordered. */
  readonly orders: string[];
  /** Settles when a slow call was told to stop. */
  readonly slowEnded: Promise<void>;
}

const schema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };

/** Makes the tools of one shop. */
export function shopTools(): ShopTools {
  const orders: string[] = [];
  const slowEnded = Promise.withResolvers<void>();
  const tools = [
    defineTool({
      name: "shop/price",
      description: "The price of a thing.",
      effect: "read",
      input: z.object({ thing: z.string(), count: z.int().min(1).default(1) }),
      output: z.object({ total: z.number() }),
      run: ({ count }) => ({ total: count * 3 }),
    }),
    defineTool({
      name: "shop/order",
      description: "Orders a thing.",
      effect: "destructive",
      input: z.object({ thing: z.string() }),
      run: ({ thing }) => {
        orders.push(thing);
        return `ordered ${thing}`;
      },
    }),
    defineTool({
      name: "shop/picture",
      description: "A picture, with words.",
      effect: "read",
      input: z.object({}),
      run: () => ({
        content: [
          { type: "text", text: "A red dot." },
          { type: "image", data: "aGk=", mimeType: "image/png" },
          { type: "resource", uri: "shop://dot", text: "dot" },
          { type: "resource_link", uri: "shop://more", name: "more", size: 7 },
        ],
      }),
    }),
    defineTool({
      name: "shop/wrap",
      description: "Wraps a thing, and asks how.",
      effect: "write",
      input: z.object({ thing: z.string() }),
      run: async ({ thing }, { ask }) => {
        const paper = await ask?.({ title: "Which paper?" });
        const bow = paper?.approved ? await ask?.({ title: "And a bow?" }) : undefined;
        return `${thing} in ${paper?.approved ? paper.answer : "nothing"}, bow: ${bow?.approved ? bow.answer : "none"}`;
      },
    }),
    defineTool({
      name: "shop/gift",
      description: "Orders a thing for somebody, and asks the client for whom.",
      effect: "destructive",
      input: z.object({ thing: z.string() }),
      run: ({ thing }) => {
        const name = currentClient()?.form("to")?.["name"];
        if (typeof name !== "string")
          return currentClient()?.ask({ to: { kind: "form", message: "For whom?", schema } });
        orders.push(`${thing} for ${name}`);
        return `ordered for ${name}`;
      },
    }),
    defineTool({
      name: "shop/fail",
      description: "Fails, and says more than it should.",
      effect: "read",
      input: z.object({}),
      run: () => {
        throw new Error("ENOENT: no such file, open '/srv/keeper/shop/keys.txt' with s3cr3t-of-the-shop");
      },
    }),
    defineTool({
      name: "shop/slow",
      description: "Takes a while, and tells how far it is.",
      effect: "read",
      input: z.object({}),
      run: async (_input, { signal, progress }) => {
        progress?.({ progress: 1, total: 2, message: "half" });
        await once(signal, "abort");
        slowEnded.resolve();
      },
    }),
    defineTool({
      name: "shop/whoami",
      description: "d",
      effect: "read",
      input: z.object({}),
      run: (_in, { caller }) => caller,
    }),
    defineTool({
      name: "office/fire",
      description: "Not for others.",
      effect: "write",
      input: z.object({}),
      run: () => "fired",
    }),
  ];
  return { tools, orders, slowEnded: slowEnded.promise };
}
