import { readFile } from "node:fs/promises";

let version: Promise<string> | undefined;

/** The version of this package, as servers are told it. The same path from the sources and from what is built of them. */
export function ownVersion(): Promise<string> {
  version ??= readFile(new URL("../../../package.json", import.meta.url), "utf8").then(
    (text) => (JSON.parse(text) as { readonly version: string }).version,
  );
  return version;
}
