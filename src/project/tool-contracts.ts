import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Diagnostic } from "../base/errors.ts";
import { isPlainObject } from "../base/json.ts";
import { toolFingerprint } from "../tools/tool-fingerprint.ts";
import type { AnyTool } from "../tools/tool.ts";

/** Beside the config, to be committed: the fingerprint of each tool's contract, by `name@version`. */
const CONTRACTS_FILE = "tool-contracts.json";

/** What a comparison of contracts found. */
export interface ContractsReport {
  readonly file: string;
  /** False where the file is not there yet: then nothing can have drifted. */
  readonly kept: boolean;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Compares the tools' contracts with those that were written down: a contract that changed under its version, a tool that
 * is gone, and one that is new.
 */
export async function compareContracts(folder: string, tools: readonly AnyTool[]): Promise<ContractsReport> {
  const file = join(folder, CONTRACTS_FILE);
  const kept = await readContracts(file);
  if (kept === undefined) return { file, kept: false, diagnostics: [] };
  const now = fingerprints(tools);
  const update = "Then run `npx sopwith tools check --update` and commit the file.";
  const keys = [...new Set([...Object.keys(kept), ...Object.keys(now)])].toSorted();
  const diagnostics = keys.flatMap((key): Diagnostic[] => {
    if (kept[key] === now[key]) return [];
    if (kept[key] === undefined) return [drift(file, `${key} is not written down.`, update)];
    if (now[key] !== undefined)
      return [
        drift(file, `The contract of ${key} has changed.`, `Raise its \`version\`, or change it back. ${update}`),
      ];
    const fix = `Keep it, or give its successor the old name as an alias. ${update}`;
    return [drift(file, `${key} is gone; models and threads may still call it.`, fix)];
  });
  return { file, kept: true, diagnostics };
}

/** Writes the contracts down, and answers the file. */
export async function writeContracts(folder: string, tools: readonly AnyTool[]): Promise<string> {
  const file = join(folder, CONTRACTS_FILE);
  await writeFile(file, `${JSON.stringify(fingerprints(tools), undefined, 2)}\n`);
  return file;
}

function fingerprints(tools: readonly AnyTool[]): Record<string, string> {
  const entries = tools.map((tool) => [`${tool.name}@${tool.version}`, toolFingerprint(tool)] as const);
  return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

async function readContracts(file: string): Promise<Record<string, unknown> | undefined> {
  try {
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    return isPlainObject(read) ? read : {};
  } catch (error) {
    // A file that cannot be read as JSON holds no contract: everything is reported as not written down.
    return (error as NodeJS.ErrnoException).code === "ENOENT" ? undefined : {};
  }
}

function drift(file: string, message: string, fix: string): Diagnostic {
  return { code: "TOOL_CONTRACT", severity: "error", message, where: { file }, fix };
}
