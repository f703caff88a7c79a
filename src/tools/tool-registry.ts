import type { Diagnostic } from "../base/errors.ts";
import { checkFallbacks } from "./check-fallbacks.ts";
import { normalizeToolName } from "./normalize-tool-name.ts";
import type { AnyTool } from "./tool.ts";
import { definitionFault, toolRegistryError } from "./tools-errors.ts";

/** All tools of a project, by name. */
export interface ToolRegistry {
  /**
   * Adds all of `tools` or none. The same tool object may come again.
   * @param owner who brings them, for messages: `workflow "event-safety"`. @default "the project"
   * @throws `TOOL_REGISTRY` for names that are taken, unknown fallbacks and circles of fallbacks
   */
  add(tools: readonly AnyTool[], owner?: string): void;
  /** The tool of exactly this name. */
  get(name: string): AnyTool | undefined;
  has(name: string): boolean;
  /** The tool a caller means by `name`: exact, else with case folded and repeated separators collapsed. */
  resolve(name: string): AnyTool | undefined;
  /** In the order in which they were added; the same array until something is added. */
  list(): readonly AnyTool[];
  /** Grows with every change: the key of caches over the registry. */
  readonly generation: number;
}

/**
 * Makes a registry that holds `tools`.
 * @throws `TOOL_REGISTRY` as `add` does
 */
export function createToolRegistry({
  tools = [],
  owner = "the project",
}: { readonly tools?: readonly AnyTool[]; readonly owner?: string } = {}): ToolRegistry {
  const registry = new MapToolRegistry();
  registry.add(tools, owner);
  return registry;
}

interface Entry {
  readonly tool: AnyTool;
  readonly owner: string;
}

class MapToolRegistry implements ToolRegistry {
  #byName = new Map<string, Entry>();
  #byNormalName = new Map<string, Entry>();
  #list: readonly AnyTool[] = [];
  #generation = 0;

  get generation(): number {
    return this.#generation;
  }

  add(tools: readonly AnyTool[], owner = "the project"): void {
    const byName = new Map(this.#byName);
    const byNormalName = new Map(this.#byNormalName);
    const faults: Diagnostic[] = [];
    for (const tool of tools) {
      const normal = normalizeToolName(tool.name);
      const taken = byNormalName.get(normal);
      if (taken && taken.tool !== tool) faults.push(takenFault(tool.name, owner, taken));
      if (taken) continue;
      byName.set(tool.name, { tool, owner });
      byNormalName.set(normal, { tool, owner });
    }
    faults.push(...checkFallbacks([...byName.values()].map((entry) => entry.tool)));
    if (faults.length > 0) throw toolRegistryError(owner, faults);
    if (byName.size === this.#byName.size) return;
    this.#byName = byName;
    this.#byNormalName = byNormalName;
    this.#list = Object.freeze([...byName.values()].map((entry) => entry.tool));
    this.#generation += 1;
  }

  get(name: string): AnyTool | undefined {
    return this.#byName.get(name)?.tool;
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  resolve(name: string): AnyTool | undefined {
    return (this.#byName.get(name) ?? this.#byNormalName.get(normalizeToolName(name)))?.tool;
  }

  list(): readonly AnyTool[] {
    return this.#list;
  }
}

function takenFault(name: string, owner: string, taken: Entry): Diagnostic {
  const same = taken.tool.name === name;
  const message = same
    ? `Tool "${name}" of ${owner} is already registered by ${taken.owner}.`
    : `Tool "${name}" of ${owner} cannot be told from "${taken.tool.name}" of ${taken.owner}: they differ in case or repeated separators only.`;
  return definitionFault("TOOL_DUPLICATE", message, "Give one of them another name or namespace.");
}
