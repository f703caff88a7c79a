import { canonicalJson, isPlainObject, previewJson } from "../../base/json.ts";
import type { ListedTool } from "../client/mcp-trust.ts";
import { visibleText } from "./visible-text.ts";

/** One difference between two definitions of a tool. */
export interface DefinitionChange {
  /** Where: `description`, `inputSchema.properties.unit`. Nothing in it is invisible. The last may say that there is more. */
  readonly path: string;
  /** As it was agreed to; absent where it was not there. */
  readonly before?: string;
  /** As it is now; absent where it is gone. */
  readonly now?: string;
}

/** Most changes that are told one by one; a definition that differs everywhere is another tool. */
const mostChanges = 40;
const more: DefinitionChange = {
  path: "and more, which is not shown: see its whole definition before you agree",
};
/** Longest text of one side of a change. */
const longestText = 2000;

/** What differs between the definition that was agreed to and the one of now, in the order of the paths. */
export function compareDefinitions(before: ListedTool, now: ListedTool): DefinitionChange[] {
  const changes: DefinitionChange[] = [];
  compare({ path: [], before, now, changes });
  return changes.length > mostChanges ? [...changes.slice(0, mostChanges), more] : changes;
}

interface Compared {
  readonly path: readonly string[];
  readonly before: unknown;
  readonly now: unknown;
  readonly changes: DefinitionChange[];
}

function compare({ path, before, now, changes }: Compared): void {
  if (changes.length > mostChanges || same(before, now)) return;
  if (isPlainObject(before) && isPlainObject(now)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
    for (const key of keys) compare({ path: [...path, key], before: own(before, key), now: own(now, key), changes });
    return;
  }
  changes.push({
    path: visibleText(path.join(".")),
    ...(before !== undefined && { before: toText(before) }),
    ...(now !== undefined && { now: toText(now) }),
  });
}

/** A schema may have a property with the name of one that every object has. */
function own(fields: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** Key order does not count. */
function same(before: unknown, now: unknown): boolean {
  return before !== undefined && now !== undefined && canonicalJson(before) === canonicalJson(now);
}

function toText(value: unknown): string {
  // In one order of keys, so that the two sides can be compared by eye.
  return visibleText(previewJson(typeof value === "string" ? value : canonicalJson(value), longestText));
}
