import { join } from "node:path";
import { defineTool, type Tool, toolError } from "sopwith";
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

type WeatherTool = Tool<z.output<typeof City>, z.output<typeof Weather>>;

/** The weather from the station network; its fallback is {@link getArchivedWeather}. */
export const getCurrentWeather: WeatherTool = defineTool({
  name: "weather/get_current",
  description: "Weather in a city as the station network measures it: condition in words, °C, wind in km/h.",
  effect: "read",
  input: City,
  output: Weather,
  policy: { timeoutMs: 5000, retry: { maxAttempts: 3, backoffMs: 50 }, fallback: ["weather/get_archive"] },
  run: ({ city }) => ({ ...findReading("observations.json", city), source: "stations" as const }),
});

/** The newest stored weather; up to an hour old. */
export const getArchivedWeather: WeatherTool = defineTool({
  name: "weather/get_archive",
  description: "Newest stored weather of a city, up to an hour old. Stands in for weather/get_current.",
  effect: "read",
  input: City,
  output: Weather,
  policy: { timeoutMs: 5000 },
  run: ({ city }) => ({ ...findReading("archive.json", city), source: "archive" as const }),
});

function findReading(file: string, city: string): z.output<typeof Reading> {
  const readings = readJsonFile(join(import.meta.dirname, "data", file), Readings);
  const wanted = city.toLowerCase();
  const found = readings.find((reading) =>
    [reading.city, ...reading.alsoCalled].some((name) => name.toLowerCase() === wanted),
  );
  if (found) return Reading.parse(found);
  throw toolError({
    code: "CITY_UNKNOWN",
    message: `There is no weather for "${city}". Known cities: ${readings.map((reading) => reading.city).join(", ")}.`,
    effect: "none",
    retryable: false,
  });
}
