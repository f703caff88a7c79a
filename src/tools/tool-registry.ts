import type { Diagnostic } from "../base/errors.ts";
import { checkFallbacks } from "./check-fallbacks.ts";
import { type ExpectedTools, isExpected } from "./expected-tools.ts";
import type { ToolAdjustments } from "./tool-adjustments.ts";
import { nameFaults, type OwnedTool } from "./name-faults.ts";
import { routeFormFaults, routeTargetFaults } from "./route-faults.ts";
import { createToolIndex, type FoundTool, type ToolIndex } from "./tool-index.ts";
import type { ToolRoute, ToolVersions } from "./tool-route.ts";
import type { AnyTool } from "./tool.ts";
import { toolNotRegistered, toolRegistryError, toolsetUnknown } from "./tools-errors.ts";

/** A toolset as it stands. */
export interface ToolsetState {
  readonly name: string;
  readonly enabled: boolean;
  /** Names of its tools. */
  readonly tools: readonly string[];
}

/** All tools of a project, by name. Every change is made whole or not at all. */
export interface ToolRegistry {
  /**
   * Adds all of `tools` or none. The same tool object may come again.
   * @param owner who brings them, for messages: `workflow "event-safety"`. @default "the project"
   * @throws `TOOL_REGISTRY` for names that are taken, fallbacks that are unknown, go in circles or may refuse what the
   * tool accepts
   */
  add(tools: readonly AnyTool[], owner?: string): void;
  /**
   * Takes tools out, by name (all versions) or `name@version`. Calls that are on their way end as they would have.
   * @throws `TOOL_NOT_REGISTERED` for a name that is not there, `TOOL_REGISTRY` while another tool falls back to one of them
   */
  remove(names: readonly string[]): void;
  /** In place of all tools of `owner`, those: in one step. @throws as `add` does; then the old ones stay */
  replace(tools: readonly AnyTool[], owner: string): void;
  /** The tool that answers exactly this name, or `name@version`, where the thread makes no difference. */
  get(name: string): AnyTool | undefined;
  has(name: string): boolean;
  /** The tool a caller means by `name`: exact, else with case folded and repeated separators collapsed. */
  resolve(name: string, thread?: string): AnyTool | undefined;
  /** As `resolve`, with the note of an old name; a version that was chosen before stays. */
  find(name: string, thread?: string, versions?: ToolVersions): FoundTool | undefined;
  /** Every version of every tool, in the order in which they were added; the same array until something changes. */
  list(): readonly AnyTool[];
  /** One tool for each name: the version that this thread gets, or that was chosen before. */
  routed(thread?: string, versions?: ToolVersions): readonly AnyTool[];
  /** The versions that this thread gets of the names that have several: for keeping, should routes change. */
  versionsFor(thread: string): ToolVersions;
  /** Who brought a tool of this name. */
  ownerOf(name: string): string | undefined;
  /** Says which tools `owner` may bring that are not there now, in place of what it said before. */
  expect(expected: ExpectedTools, owner: string): void;
  /** What is known of a name that a source may bring a tool under though none does now; `undefined` for a name like any other. */
  expected(name: string): ExpectedTools | undefined;
  readonly routes: readonly ToolRoute[];
  /** @throws `TOOL_REGISTRY` for routes that cannot be meant; the old ones stay */
  setRoutes(routes: readonly ToolRoute[]): void;
  /** Faults that only show when all tools are there: routes to tools or versions that are not. */
  openFaults(): readonly Diagnostic[];
  toolsets(): readonly ToolsetState[];
  /** Switches a toolset; its tools are not shown and not run while it is off. @throws `TOOLSET_UNKNOWN` */
  setToolset(name: string, enabled: boolean): void;
  /** In place of all routes and switches, those: in one step. @throws `TOOL_REGISTRY` for routes that cannot be meant; then nothing changes */
  adjust(adjustments: ToolAdjustments): void;
  /** False while the tool or its toolset is off. */
  isEnabled(tool: AnyTool): boolean;
  /** What keeps a tool off: itself, or its toolset. */
  offBy(tool: AnyTool): "tool" | "toolset" | undefined;
  /** What models are told of a tool in place of its description, where operators say so. */
  descriptionOf(tool: AnyTool): string | undefined;
  /** Grows with every change: the key of caches over the registry. */
  readonly generation: number;
  /** Told after every change. @returns what ends it */
  onChange(listener: () => void): () => void;
}

/** What a registry starts with. */
export interface ToolRegistryParts {
  readonly tools?: readonly AnyTool[];
  /** @default "the project" */
  readonly owner?: string;
  /** @default none: the highest version of each tool answers */
  readonly routes?: readonly ToolRoute[];
  /** Names of toolsets that are off, known or not yet. @default none */
  readonly disabledToolsets?: readonly string[];
}

/**
 * Makes a registry that holds `tools`.
 * @throws `TOOL_REGISTRY` as `add` and `setRoutes` do
 */
export function createToolRegistry(parts: ToolRegistryParts = {}): ToolRegistry {
  const registry = new MapToolRegistry(parts.disabledToolsets ?? []);
  if (parts.routes) registry.setRoutes(parts.routes);
  registry.add(parts.tools ?? [], parts.owner);
  return registry;
}

class MapToolRegistry implements ToolRegistry {
  #owned: readonly OwnedTool[] = [];
  #list: readonly AnyTool[] = [];
  #index: ToolIndex = createToolIndex([], []);
  #routed: readonly AnyTool[] = [];
  #routes: readonly ToolRoute[] = [];
  #generation = 0;
  readonly #listeners = new Set<() => void>();
  #off: Set<string>;
  #offTools: ReadonlySet<string> = new Set();
  #descriptions: ReadonlyMap<string, string> = new Map();
  readonly #expected = new Map<string, ExpectedTools>();

  constructor(off: readonly string[]) {
    this.#off = new Set(off);
  }

  get generation(): number {
    return this.#generation;
  }

  get routes(): readonly ToolRoute[] {
    return this.#routes;
  }

  add(tools: readonly AnyTool[], owner = "the project"): void {
    this.#change(this.#owned, { tools, owner });
  }

  replace(tools: readonly AnyTool[], owner: string): void {
    this.#change(
      this.#owned.filter((entry) => entry.owner !== owner),
      { tools, owner },
    );
  }

  remove(names: readonly string[]): void {
    const isNamed = ({ tool }: OwnedTool): boolean =>
      names.includes(tool.name) || names.includes(`${tool.name}@${tool.version}`);
    for (const name of names) {
      if (this.#owned.some(({ tool }) => name === tool.name || name === `${tool.name}@${tool.version}`)) continue;
      throw toolNotRegistered(name, this.#names());
    }
    this.#change(
      this.#owned.filter((entry) => !isNamed(entry)),
      { tools: [], owner: "the rest" },
    );
  }

  get(name: string): AnyTool | undefined {
    const found = this.#index.find(name, {});
    return found?.tool.name === name || `${found?.tool.name}@${found?.tool.version}` === name ? found?.tool : undefined;
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }

  resolve(name: string, thread?: string): AnyTool | undefined {
    return this.#index.find(name, { thread })?.tool;
  }

  find(name: string, thread?: string, versions?: ToolVersions): FoundTool | undefined {
    return this.#index.find(name, { thread, versions });
  }

  list(): readonly AnyTool[] {
    return this.#list;
  }

  routed(thread?: string, versions?: ToolVersions): readonly AnyTool[] {
    const differs = versions !== undefined || (this.#index.hasCanaries && thread !== undefined);
    return differs ? this.#index.routed({ thread, versions }) : this.#routed;
  }

  versionsFor(thread: string): ToolVersions {
    return this.#index.versions(thread);
  }

  ownerOf(name: string): string | undefined {
    return this.#owned.find(({ tool }) => tool.name === name)?.owner;
  }

  expect(expected: ExpectedTools, owner: string): void {
    this.#expected.set(owner, expected);
  }

  expected(name: string): ExpectedTools | undefined {
    return [...this.#expected.values()].find((expected) => isExpected(name, expected));
  }

  setRoutes(routes: readonly ToolRoute[]): void {
    this.#takeRoutes(routes);
    this.#rebuild(this.#owned);
  }

  adjust({ routes, offToolsets, offTools, descriptions }: ToolAdjustments): void {
    this.#takeRoutes(routes);
    this.#off = new Set(offToolsets);
    this.#offTools = new Set(offTools);
    this.#descriptions = new Map(Object.entries(descriptions));
    this.#rebuild(this.#owned);
  }

  openFaults(): readonly Diagnostic[] {
    return routeTargetFaults(this.#routes, this.#list);
  }

  toolsets(): readonly ToolsetState[] {
    const groups = Map.groupBy(this.#list, (tool) => tool.toolset);
    return [...groups]
      .map(([name, tools]) => ({
        name,
        enabled: !this.#off.has(name),
        tools: [...new Set(tools.map((tool) => tool.name))],
      }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  setToolset(name: string, enabled: boolean): void {
    if (!this.#list.some((tool) => tool.toolset === name))
      throw toolsetUnknown(
        name,
        this.toolsets().map((set) => set.name),
      );
    if (enabled) this.#off.delete(name);
    else this.#off.add(name);
    this.#tellChange();
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  isEnabled(tool: AnyTool): boolean {
    return this.offBy(tool) === undefined;
  }

  offBy(tool: AnyTool): "tool" | "toolset" | undefined {
    if (this.#off.size > 0 && this.#off.has(tool.toolset)) return "toolset";
    return this.#offTools.size > 0 && this.#offTools.has(tool.name) ? "tool" : undefined;
  }

  descriptionOf(tool: AnyTool): string | undefined {
    return tool.appearance === undefined ? this.#descriptions.get(tool.name) : undefined;
  }

  #takeRoutes(routes: readonly ToolRoute[]): void {
    const faults = routeFormFaults(routes);
    if (faults.length > 0) throw toolRegistryError("the routes", faults);
    this.#routes = Object.freeze([...routes]);
  }

  #names(): string[] {
    return [...new Set(this.#list.map((tool) => tool.name))];
  }

  #change(
    kept: readonly OwnedTool[],
    { tools, owner }: { readonly tools: readonly AnyTool[]; readonly owner: string },
  ): void {
    const known = new Set(kept.map(({ tool }) => tool));
    const added = [...new Set(tools)].filter((tool) => !known.has(tool)).map((tool) => ({ tool, owner }));
    if (added.length === 0 && kept.length === this.#owned.length) return;
    const faults = nameFaults(kept, added);
    const owned = [...kept, ...added];
    if (faults.length === 0) faults.push(...checkFallbacks(owned.map((entry) => entry.tool)));
    else faults.push(...checkFallbacks(withoutTaken(owned)));
    if (faults.length > 0) throw toolRegistryError(owner, faults);
    this.#rebuild(owned);
  }

  #rebuild(owned: readonly OwnedTool[]): void {
    this.#owned = owned;
    this.#list = Object.freeze(owned.map((entry) => entry.tool));
    this.#index = createToolIndex(this.#list, this.#routes);
    this.#routed = Object.freeze(this.#index.routed({}));
    this.#tellChange();
  }

  #tellChange(): void {
    this.#generation += 1;
    for (const listener of this.#listeners) listener();
  }
}

/** The first tool of each name and version. */
function withoutTaken(owned: readonly OwnedTool[]): AnyTool[] {
  return [...new Map(owned.map(({ tool }) => [`${tool.name}@${tool.version}`, tool])).values()];
}
