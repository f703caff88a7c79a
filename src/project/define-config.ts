import type { Awaitable } from "../base/awaitable.ts";
import type { McpServersSetting } from "../mcp/config/load-servers.ts";
import type { McpServeConfig } from "../mcp/server/serve-config.ts";
import type { AccessPolicies } from "../tools/access-policy.ts";
import type { MaskPattern } from "../tools/mask-personal-data.ts";
import type { ToolRoute } from "../tools/tool-route.ts";
import type { RunLogger } from "../trace/log-run.ts";
import type { OpenTelemetryApi } from "../trace/open-telemetry.ts";
import type { Locale } from "../tools/tool.ts";

/** What `sopwith.config.ts` may say. Everything has a default: a folder with `skills/` and `workflows/` needs no config. */
export interface SopwithConfig {
  /** Folders that are searched for SKILL.md files, in order; the first skill of a name wins. @default "skills" */
  readonly skills?: string | readonly string[];
  /** Folders, files or globs of workflow files. A folder means the `.ts`, `.js` and `.mjs` files in it. @default "workflows" */
  readonly workflows?: string | readonly string[];
  /** Folders, files or globs of modules whose exported tools every workflow may use. @default none */
  readonly tools?: string | readonly string[];
  readonly model?: ModelConfig;
  /** Lets searches over skills compare what is meant, beside the words. @default words alone */
  readonly search?: SearchConfig;
  readonly store?: StoreConfig;
  /** The language in which tool outcomes and prompts are worded for the model. @default "en" */
  readonly locale?: Locale;
  /** Upper bounds for every run; a workflow may set lower ones. @default the workflow's own */
  readonly limits?: LimitsConfig;
  /** Who may call which tools. @default everything that nodes and skills allow */
  readonly policies?: AccessPolicies;
  /** Toolsets that are on (`true`) or off, by name. `sopwith tools enable` and `disable` go before it. @default all on */
  readonly toolsets?: Readonly<Record<string, boolean>>;
  /** Which version of a tool answers, or which tool answers for others. @default the highest version */
  readonly routes?: readonly ToolRoute[];
  /**
   * Names of environment variables whose values must reach neither model, journal nor trace. Those whose names end in
   * KEY, TOKEN, SECRET, PASSWORD or CREDENTIALS are known without. @default none
   */
  readonly secrets?: string | readonly string[];
  /**
   * MCP servers by name, whose tools every workflow may use as `<name>/<tool>`; or files of them, in the JSON form that
   * other hosts use. `${VAR}` and `${VAR:-default}` are filled in from the environment. None is started before somebody
   * has agreed: `sopwith mcp accept`. @default those of `mcp.json` beside the config, which is read too unless files are
   * named here
   */
  readonly mcpServers?: McpServersSetting;
  /** What `sopwith mcp serve` serves to others, and to whom. @default workflows and skills, no single tools */
  readonly mcpServe?: McpServeConfig;
  readonly audit?: AuditConfig;
  /** Shares the breakers of tools between processes. @default each process counts for itself */
  readonly breakers?: BreakersConfig;
  /** The package `@opentelemetry/api`, set up by you, to make spans of each run. @default none are made */
  readonly telemetry?: OpenTelemetryApi;
  /** A logger such as pino's, for a structured line on what happens in each run. @default nothing is logged */
  readonly logger?: RunLogger;
  /**
   * Tells whoever writes tools what they threw: name, first line, code, causes, and the first place in the project. It stands in
   * the view of a run, its events, log and store; models and the audit trail are told nothing of it. The environment's
   * `SOPWITH_DEBUG` (`1` or `0`) goes before it. @default false
   */
  readonly debug?: boolean;
}

/** How the record of tool calls is kept. */
export interface AuditConfig {
  /** Patterns to mask, beside the common ones. */
  readonly mask?: readonly MaskPattern[];
  /** Older entries are removed when a run is started. @default they are kept */
  readonly keepDays?: number;
}

/** How processes tell each other of breakers that open and close. */
export interface BreakersConfig {
  /**
   * A Redis, as `redis://` or `rediss://`; `${VAR}` and `${VAR:-default}` are filled in from the environment. Needs the
   * package `@redis/client`. A call never waits for it, and without it each process counts for itself until it is back.
   */
  readonly share: string;
  /** Stands before all its keys and channels, so that several projects can use one Redis. @default "sopwith" */
  readonly prefix?: string;
}

/** Which model is asked. The environment's `OPENAI_MODEL` and `OPENAI_BASE_URL` go before it; the key stands there only. */
export interface ModelConfig {
  /** Names, tried in order. @default the environment's, else `gpt-4.1-mini` */
  readonly models?: string | readonly string[];
  /** An OpenAI-compatible server, with its `/v1`. @default OpenAI's */
  readonly baseURL?: string;
  /** For one answer, in ms; above 0. @default 120000 */
  readonly timeoutMs?: number;
}

/** What gives texts vectors, of which near ones mean nearly the same: a model of the model's server, or code of your own. */
export interface SearchConfig {
  /** An embedding model, such as "text-embedding-3-small", of the server and with the key of `model`. */
  readonly model?: string;
  /** Length of its vectors, for models that offer several. @default the model's own */
  readonly dimensions?: number;
  /** In place of a model: gives a vector for each text, all of one length. Asked for 64 texts at most. */
  readonly embed?: (texts: readonly string[], signal: AbortSignal) => Awaitable<readonly ArrayLike<number>[]>;
  /** Of what `embed` asks. Give another when it gives other vectors, since they are kept. @default "embed" */
  readonly name?: string;
}

/** Where runs, approvals and the journal are kept. */
export interface StoreConfig {
  /** `memory` forgets everything when the process ends. @default "sqlite" */
  readonly kind?: "sqlite" | "memory";
  /** For `sqlite`: the file, from the project's folder. @default ".sopwith/sopwith.db" */
  readonly file?: string;
}

/** Upper bounds of one run. */
export interface LimitsConfig {
  readonly maxTurns?: number;
  readonly maxCalls?: number;
  readonly maxTokens?: number;
  /** Working time in ms; waiting for people does not count. */
  readonly timeoutMs?: number;
  /** Tool calls in flight at once in the whole process. @default 1000 */
  readonly maxInFlight?: number;
}

/** Gives a config file its types: `export default defineConfig({ ... })`. Changes nothing. */
export function defineConfig(config: SopwithConfig): SopwithConfig {
  return config;
}
