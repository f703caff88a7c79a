import { textTokens } from "../base/text-tokens.ts";
import type { ModelTool } from "../model/model.ts";
import { createSkillSearch, type SkillSearch } from "../skills/search-skills.ts";

/** The tools of a visit of which not all fit into what the model is told; the rest can be searched. */
export interface ToolShelf {
  /** What the model is told now; another array after something was put in. */
  readonly listed: readonly ModelTool[];
  /** How many are left out now. */
  readonly missing: number;
  /** Names of those that were put in. */
  readonly found: readonly string[];
  /** The tools that fit `query` best, among those that are left out and those that were found before. */
  search(query: string, limit?: number): Promise<readonly ModelTool[]>;
  /** Tells the model of these from its next turn on; names that are not here are passed over. */
  putIn(names: readonly string[]): void;
}

/** What a shelf is made of. */
export interface ToolShelfParts {
  readonly tools: readonly ModelTool[];
  /** Estimated tokens that the list may take. */
  readonly maxTokens: number;
  /** True for tools that are always told: those of the skill, and built-in ones. */
  readonly isNeeded: (name: string) => boolean;
  /** Names that were put into a shelf before this one. @default none */
  readonly found?: readonly string[];
}

/** Estimated tokens that a list of tools takes. */
export function toolTokens(tools: readonly ModelTool[]): number {
  return tools.reduce((sum, tool) => sum + tokensOf(tool), 0);
}

/** Makes the shelf: the needed tools, then the others in their order as long as they fit. */
export function createToolShelf({ tools, maxTokens, isNeeded, found: before = [] }: ToolShelfParts): ToolShelf {
  const listed = new Set(tools.filter((tool) => isNeeded(tool.name)));
  let left = maxTokens - toolTokens([...listed]);
  for (const tool of tools) {
    if (listed.has(tool)) continue;
    left -= tokensOf(tool);
    if (left < 0) break;
    listed.add(tool);
  }
  const deferred = tools.filter((tool) => !listed.has(tool));
  let list: readonly ModelTool[] = tools.filter((tool) => listed.has(tool));
  let found = before;
  let searching: Promise<SkillSearch> | undefined;
  return {
    get listed() {
      return list;
    },
    get missing() {
      return tools.length - list.length;
    },
    get found() {
      return found;
    },
    async search(query, limit = 5) {
      const hits = (await (searching ??= createSkillSearch(deferred.map(toEntry)))).find(query, limit);
      return hits.flatMap(({ name }) => deferred.find((tool) => tool.name === name) ?? []);
    },
    putIn(names) {
      const fresh = deferred.filter((tool) => names.includes(tool.name) && !listed.has(tool));
      if (fresh.length === 0) return;
      for (const tool of fresh) listed.add(tool);
      found = [...found, ...fresh.map(({ name }) => name)];
      // At the end, so that what a model server has cached of the list stays good.
      list = [...list, ...fresh];
    },
  };
}

const tokens = new WeakMap<ModelTool, number>();

function tokensOf(tool: ModelTool): number {
  const known = tokens.get(tool);
  if (known !== undefined) return known;
  const count = textTokens(tool.name + tool.description + JSON.stringify(tool.parameters)) + 8;
  tokens.set(tool, count);
  return count;
}

function toEntry({ name, description, parameters }: ModelTool): {
  name: string;
  description: string;
  headings: string[];
} {
  return { name, description, headings: Object.keys((parameters["properties"] ?? {}) as object) };
}
