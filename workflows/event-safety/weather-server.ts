/**
 * The weather as an MCP server of its own: a program that knows nothing of Sopwith and that any MCP host can start. It
 * stands in mcp.json, which says how it is started and what its tools may do.
 */
import { join } from "node:path";
import { McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";
import { readJsonFile } from "../shared/json-file.ts";

const Reading = z.object({
  city: z.string(),
  condition: z.string(),
  temperatureC: z.number(),
  windKmh: z.number(),
  observedAt: z.iso.datetime({ offset: true }),
});
const Readings = z.array(Reading.extend({ alsoCalled: z.array(z.string()) }));
const Weather = Reading.extend({ source: z.enum(["stations", "archive"]) });
const City = z.object({ city: z.string().min(1).describe("One city, such as Shanghai") });

const sources = [
  {
    name: "get_current",
    source: "stations",
    file: "observations.json",
    description: "Weather in a city as the station network measures it: condition in words, °C, wind in km/h.",
  },
  {
    name: "get_archive",
    source: "archive",
    file: "archive.json",
    description: "Newest stored weather of a city, up to an hour old. Stands in for get_current.",
  },
] as const;

serveStdio(() => {
  const server = new McpServer({ name: "weather-station", version: "1.0.0" });
  for (const { name, source, file, description } of sources) {
    const facts = { description, inputSchema: City, outputSchema: Weather, annotations: { readOnlyHint: true } };
    server.registerTool(name, facts, ({ city }) => {
      const weather = { ...findReading(file, city), source };
      return { content: [{ type: "text", text: JSON.stringify(weather) }], structuredContent: weather };
    });
  }
  return server;
});

/** What is thrown here reaches the caller as the words of a failed call. */
function findReading(file: string, city: string): z.output<typeof Reading> {
  const readings = readJsonFile(join(import.meta.dirname, "data", file), Readings);
  const wanted = city.toLowerCase();
  const found = readings.find((reading) =>
    [reading.city, ...reading.alsoCalled].some((name) => name.toLowerCase() === wanted),
  );
  if (found) return Reading.parse(found);
  throw new Error(
    `There is no weather for "${city}". Known cities: ${readings.map((reading) => reading.city).join(", ")}.`,
  );
}
