import { readFileSync, renameSync, writeFileSync } from "node:fs";
import type { z } from "zod";

/**
 * The checked content of a JSON file.
 * @throws an error with the file's name when it is no JSON or does not fit the schema
 */
export function readJsonFile<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> {
  try {
    return schema.parse(JSON.parse(readFileSync(file, "utf8")));
  } catch (cause) {
    throw new Error(`The data file ${file} cannot be used: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

/** Writes a whole file beside the old one and swaps them, so that a crash leaves one or the other. */
export function writeFileWhole(file: string, text: string): void {
  const draft = `${file}.draft`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
