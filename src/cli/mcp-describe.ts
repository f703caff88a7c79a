import { randomUUID } from "node:crypto";
import { rename, rm, writeFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { messageOf } from "../base/errors.ts";
import { describeServer } from "../project/describe-server.ts";
import { usageError } from "./cli-errors.ts";
import { EXIT } from "./exit-code.ts";
import type { McpAction } from "./mcp-action.ts";

/** Holds the token by which a registry knows the publisher. */
const tokenVariable = "MCP_REGISTRY_TOKEN";

/**
 * `sopwith mcp describe`: what `mcp serve` serves, as registries of MCP servers read it; printed, written to a file, or
 * published.
 */
export const describeProject: McpAction = async (project, args, terminal) => {
  const registry = args.value("publish");
  const token = process.env[tokenVariable]?.trim() ?? "";
  if (registry !== undefined && token === "")
    throw usageError(
      `--publish needs the registry's token in ${tokenVariable}.`,
      "Sign in at the registry, for example with mcp-publisher, and set the variable.",
    );
  const { entry, notes } = await describeServer(project);
  for (const note of notes) terminal.writeError(`! ${note}\n`);
  const text = `${JSON.stringify(entry, undefined, 2)}\n`;
  const out = args.value("out");
  if (out !== undefined) {
    const file = resolve(terminal.folder, out);
    await replace(file, text);
    terminal.write(`Wrote ${relative(terminal.folder, file)}: ${entry.name} ${entry.version}.\n`);
  }
  if (registry !== undefined) {
    const { publishEntry } = await import("../mcp/registry/publish-entry.ts");
    const url = await publishEntry(entry, { registry, token });
    terminal.write(`Published ${entry.name} ${entry.version} at ${url}\n`);
  }
  if (out === undefined && registry === undefined) terminal.write(text);
  return EXIT.completed;
};

async function replace(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    await writeFile(draft, text);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw usageError(`The file ${file} cannot be written: ${messageOf(error)}.`, "Name another one with --out.");
  }
}
