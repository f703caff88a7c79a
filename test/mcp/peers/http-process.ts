/** The weather over HTTP, in a process of its own: `node http-process.ts legacy|modern` says its address. */
import { httpServer } from "./sdk-server.ts";

const weather = {
  name: "weather",
  inputSchema: { type: "object", properties: { city: { type: "string" } } },
  run: ({ arguments: { city } }: { readonly arguments: Readonly<Record<string, unknown>> }) => `${String(city)}: 21 °C`,
} as const;
const { url } = await httpServer(new Map([["weather", weather]]), {
  era: process.argv[2] === "modern" ? "modern" : "legacy",
});
process.stdout.write(`${url}\n`);
