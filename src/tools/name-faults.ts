import type { Diagnostic } from "../base/errors.ts";
import { normalizeToolName } from "./normalize-tool-name.ts";
import type { AnyTool } from "./tool.ts";
import { definitionFault } from "./tools-errors.ts";

/** A tool and who brought it. */
export interface OwnedTool {
  readonly tool: AnyTool;
  readonly owner: string;
}

/**
 * Names of `added` tools that are taken by `kept` ones or by each other. Names that differ in case or repeated separators
 * only are the same name, and an old name of one tool must not be a name of another: calls would go astray.
 */
export function nameFaults(kept: readonly OwnedTool[], added: readonly OwnedTool[]): Diagnostic[] {
  const names = new Map<string, OwnedTool>();
  const spellings = new Map<string, OwnedTool>();
  const old = new Map<string, OwnedTool>();
  for (const entry of kept) enter(entry, { names, spellings, old });
  const faults: Diagnostic[] = [];
  for (const entry of added) {
    const found = taken(entry, { names, spellings, old });
    if (found) faults.push(found);
    else enter(entry, { names, spellings, old });
  }
  return faults;
}

interface Taken {
  /** By name and version. */
  readonly names: Map<string, OwnedTool>;
  readonly spellings: Map<string, OwnedTool>;
  /** Old names. */
  readonly old: Map<string, OwnedTool>;
}

function enter(entry: OwnedTool, { names, spellings, old }: Taken): void {
  const { tool } = entry;
  const name = normalizeToolName(tool.name);
  names.set(`${name}@${tool.version}`, entry);
  spellings.set(name, entry);
  for (const alias of tool.aliases) old.set(normalizeToolName(alias.name), entry);
}

function taken({ tool, owner }: OwnedTool, { names, spellings, old }: Taken): Diagnostic | undefined {
  const name = normalizeToolName(tool.name);
  const spelt = spellings.get(name);
  if (spelt && spelt.tool.name !== tool.name)
    return fault(
      `Tool "${tool.name}" of ${owner} cannot be told from "${spelt.tool.name}" of ${spelt.owner}: they differ in case or repeated separators only.`,
    );
  const same = names.get(`${name}@${tool.version}`);
  if (same) {
    const version = tool.version === 1 ? "" : ` in version ${tool.version}`;
    return fault(`Tool "${tool.name}" of ${owner} is already registered by ${same.owner}${version}.`);
  }
  const shadowed = old.get(name);
  if (shadowed && shadowed.tool.name !== tool.name)
    return fault(
      `Tool "${tool.name}" of ${owner} would hide an old name of "${shadowed.tool.name}" of ${shadowed.owner}.`,
    );
  for (const alias of tool.aliases) {
    const normal = normalizeToolName(alias.name);
    const holder = spellings.get(normal) ?? old.get(normal);
    if (holder && holder.tool.name !== tool.name)
      return fault(
        `The old name "${alias.name}" of tool "${tool.name}" of ${owner} is taken by "${holder.tool.name}" of ${holder.owner}.`,
      );
  }
  return undefined;
}

function fault(message: string): Diagnostic {
  return definitionFault("TOOL_DUPLICATE", message, "Give one of them another name or namespace.");
}
