import type { Awaitable } from "../base/awaitable.ts";

/** What operators have decided about tools without touching code. What is absent stays as code and config say. */
export interface RegistryContent {
  /** Toolset name to whether it is on. */
  readonly toolsets: Readonly<Record<string, boolean>>;
  /** One for each `match`. They go before the config's route of the same `match`. */
  readonly routes: readonly RegistryRoute[];
  /** What is decided of single tools, by name. */
  readonly tools: Readonly<Record<string, RegistryTool>>;
}

/** Which version of the tools that `match` names answers which share of the threads, or which other tool does. */
export interface RegistryRoute {
  /** `finance/query_balance`, `finance/query_*`, `finance/*` or `*`. */
  readonly match: string;
  /** Version to its share in percent; the shares sum to 100. */
  readonly weights?: Readonly<Record<string, number>>;
  /** A registered tool, or `name@version`, that answers for names that are not registered themselves. */
  readonly to?: string;
}

/** What is decided of one tool. */
export interface RegistryTool {
  /** True while the tool is not shown and not run. */
  readonly off?: true;
  /** What models are told in place of its description. */
  readonly description?: string;
}

/** One change, with everything that holds after it. */
export interface RegistryChange {
  /** From 1; each change has a higher one than the change before. */
  readonly generation: number;
  /** ISO time. */
  readonly at: string;
  /** Who made it. */
  readonly by: string;
  /** What was changed, in a few words: `toolset web off`. */
  readonly what: string;
  readonly reason?: string;
  readonly content: RegistryContent;
}

/** The contract of a tool as a process has it. */
export interface ContractRow {
  readonly name: string;
  readonly version: number;
  readonly toolset: string;
  readonly effect: string;
  /** Over what callers rely on: name, version, effect and schemas. */
  readonly fingerprint: string;
}

/** The tools that one process has. */
export interface PublishedContracts {
  /** Names the process among all that ever were: `4711@host/8f3a2c`. */
  readonly process: string;
  readonly host: string;
  readonly pid: number;
  /** The project's folder there. */
  readonly folder: string;
  /** What it does: `run order`, `mcp serve`. */
  readonly work: string;
  /** Name and version of the project's package, where it has them. */
  readonly release?: string;
  /** ISO time. */
  readonly at: string;
  /** Of the registry, as the process goes by it. */
  readonly generation: number;
  readonly tools: readonly ContractRow[];
}

/** The registry part of a store. The newest change is the state; nothing before the first one. */
export interface RegistryStore {
  /** The newest change. */
  registry(): Awaitable<RegistryChange | undefined>;
  /**
   * Adds a change, and an entry about it to the audit trail, both or none, and on the disk when it answers. False, and
   * nothing is written, where the newest change has another generation than `expected` (0: there is none).
   */
  changeRegistry(change: RegistryChange, expected: number): Awaitable<boolean>;
  /** Newest first. @param limit @default 100 */
  registryHistory(limit?: number): Awaitable<readonly RegistryChange[]>;
  /** Inserts or replaces what a process has. */
  putContracts(contracts: PublishedContracts): Awaitable<void>;
  /** Of all processes, newest first. */
  contracts(): Awaitable<readonly PublishedContracts[]>;
  /** Forgets these processes. */
  dropContracts(processes: readonly string[]): Awaitable<void>;
}
