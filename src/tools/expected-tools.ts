import { normalizeToolName } from "./normalize-tool-name.ts";

/** Names under which a source may bring tools that it does not bring now: it is not there, or nobody agreed to them. */
export interface ExpectedTools {
  /** Names, or whole namespaces as `files/*`. */
  readonly names: readonly string[];
  /** Why they are not there and what a person can do, as sentences; for people and models. */
  readonly why?: string;
}

/** Whether a tool of this name is among them. */
export function isExpected(name: string, { names }: ExpectedTools): boolean {
  const plain = normalizeToolName(name);
  return names.map(normalizeToolName).some((entry) => {
    return entry.endsWith("/*") ? plain.startsWith(entry.slice(0, -1)) : plain === entry;
  });
}
