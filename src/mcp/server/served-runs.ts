import type { RunRow } from "../../store/run-store.ts";
import type { Workflow } from "../../workflow/workflow.ts";
import type { McpServeConfig } from "./serve-config.ts";
import { serveNothing } from "./serve-errors.ts";
import type { McpServeParts, OpenedWorkflow, ServedWorkflow } from "./serve-parts.ts";

/** The workflows that are served, and the work that is under way on their runs. */
export interface ServedRuns {
  /** Sorted by name. */
  readonly workflows: readonly Workflow[];
  /** Works with what works on its runs, on `run` if one goes on; it is made when it is first asked for. @throws what `open` and `work` throw */
  use<T>(workflow: string, work: (opened: OpenedWorkflow) => Promise<T>, run?: RunRow): Promise<T>;
  /** Notes work that is under way, a call or a run, until it has settled. */
  track<T>(work: Promise<T>): Promise<T>;
  /** Waits for the work that is under way, no longer than a second, and closes the runners. */
  close(): Promise<void>;
}

/** A client that has gone does not wait, and neither does the host that started us. */
const longestRestMs = 1000;

/** Opens the workflows that are served. @throws `MCP_SERVE_UNKNOWN` */
export function openServedRuns(parts: McpServeParts, config: McpServeConfig): ServedRuns {
  const chosen = choose(parts.workflows, config.workflows ?? ["*"]);
  checkInputs(parts.workflows, config.inputs);
  const opened = new Map<string, Promise<OpenedWorkflow>>();
  const working = new Set<Promise<unknown>>();
  const open = (name: string): Promise<OpenedWorkflow> => {
    const known = opened.get(name);
    if (known) return known;
    const making = chosen.get(name)!.open();
    opened.set(name, making);
    // What could not be opened may be mended meanwhile.
    making.catch(() => opened.delete(name));
    return making;
  };
  return {
    workflows: [...chosen.values()].map(({ workflow }) => workflow).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    use: async (name, work, run) => {
      const { fresh = false, open: openAnew } = chosen.get(name)!;
      if (!fresh && run?.rehearsal === undefined) return work(await open(name));
      const own = await openAnew(run);
      try {
        return await work(own);
      } finally {
        await own.close();
      }
    },
    track: (work) => {
      const settled = work.then(
        () => undefined,
        () => undefined,
      );
      working.add(settled);
      void settled.then(() => working.delete(settled));
      return work;
    },
    close: async () => {
      await rest([...working]);
      await Promise.all([...opened.values()].map(closeOne));
    },
  };
}

function choose(all: readonly ServedWorkflow[], names: readonly string[]): ReadonlyMap<string, ServedWorkflow> {
  const byName = new Map(all.map((served) => [served.workflow.name, served]));
  const unknown = names.find((name) => name !== "*" && !byName.has(name));
  if (unknown !== undefined) throw serveNothing("workflow", unknown, [...byName.keys()]);
  return names.includes("*") ? byName : new Map(names.map((name) => [name, byName.get(name)!]));
}

function checkInputs(all: readonly ServedWorkflow[], inputs: McpServeConfig["inputs"] = {}): void {
  for (const [name, keys] of Object.entries(inputs)) {
    const workflow = all.find((served) => served.workflow.name === name)?.workflow;
    const names = all.map((served) => served.workflow.name);
    if (!workflow) throw serveNothing("workflow", name, names);
    const known = Object.keys(workflow.state.shape);
    const unknown = keys.find((key) => !known.includes(key));
    if (unknown !== undefined) throw serveNothing("key", unknown, known);
  }
}

async function closeOne(opening: Promise<OpenedWorkflow>): Promise<void> {
  const opened = await opening.catch(() => undefined);
  await opened?.close();
}

async function rest(working: readonly Promise<unknown>[]): Promise<void> {
  if (working.length === 0) return;
  const { promise: late, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, longestRestMs);
  await Promise.race([Promise.allSettled(working), late]);
  clearTimeout(timer);
}
