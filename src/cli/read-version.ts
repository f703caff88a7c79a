import { readFile } from "node:fs/promises";

/** The version of this package. The same path from src/cli and from dist/cli. */
export async function readVersion(): Promise<string> {
  const text = await readFile(new URL("../../package.json", import.meta.url), "utf8");
  return (JSON.parse(text) as { readonly version: string }).version;
}
