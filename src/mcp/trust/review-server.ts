import { canonicalJson } from "../../base/json.ts";
import type { ListedTool, PinVerdict } from "../client/mcp-trust.ts";
import { compareDefinitions, type DefinitionChange } from "./compare-definitions.ts";
import type { LockedServer } from "./lock-schema.ts";
import type { StartFacts } from "./start-facts.ts";
import { toolPinFingerprint } from "./tool-pin.ts";

/** How a server's start stands to what was agreed to. */
export interface StartReview {
  readonly verdict: PinVerdict;
  readonly facts: StartFacts;
  /** What was agreed to, where it is another. */
  readonly before?: StartFacts;
}

/** How one tool stands to what was agreed to. `removed`: it was agreed to, and the server has it no more. */
export interface ToolReview {
  /** The server's own name. */
  readonly name: string;
  readonly verdict: PinVerdict | "removed";
  /** Absent for one that is removed. */
  readonly definition?: ListedTool;
  /** What differs, for one that has changed. */
  readonly changes: readonly DefinitionChange[];
}

/** Compares how a server would be started with what was agreed to. */
export function reviewStart(facts: StartFacts, locked: LockedServer | undefined): StartReview {
  if (locked?.start === undefined) return { verdict: "new", facts };
  if (canonicalJson(facts) === canonicalJson(locked.start)) return { verdict: "accepted", facts };
  return { verdict: "changed", facts, before: locked.start };
}

/** Compares what a server lists with what was agreed to. A tool under another name is removed and new. */
export function reviewTools(
  server: string,
  listed: readonly ListedTool[],
  locked: LockedServer | undefined,
): ToolReview[] {
  const pins = locked?.tools ?? {};
  // Of two tools of one name the first counts, as it does when they are taken.
  const names = new Map(listed.toReversed().map((tool) => [tool.name, tool]));
  const now = [...names.values()].toReversed().map((definition): ToolReview => {
    const { name } = definition;
    const pin = Object.hasOwn(pins, name) ? pins[name] : undefined;
    if (!pin) return { name, verdict: "new", definition, changes: [] };
    if (toolPinFingerprint(server, definition) === pin.fingerprint)
      return { name, verdict: "accepted", definition, changes: [] };
    return { name, verdict: "changed", definition, changes: compareDefinitions(pin.definition, definition) };
  });
  const gone = Object.keys(pins).filter((name) => !names.has(name));
  return [...now, ...gone.map((name): ToolReview => ({ name, verdict: "removed", changes: [] }))];
}
