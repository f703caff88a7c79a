import { resolve } from "node:path";
import type { Diagnostic } from "../base/errors.ts";
import type { McpServersSetting } from "../mcp/config/load-servers.ts";
import type { McpServeConfig } from "../mcp/server/serve-config.ts";
import type { AccessPolicies } from "../tools/access-policy.ts";
import type { ToolRoute } from "../tools/tool-route.ts";
import type { RunLogger } from "../trace/log-run.ts";
import type { OpenTelemetryApi } from "../trace/open-telemetry.ts";
import type { Locale } from "../tools/tool.ts";
import type { AuditConfig, BreakersConfig, LimitsConfig, SearchConfig, SopwithConfig } from "./define-config.ts";
import { loadModule } from "./load-module.ts";
import { configInvalid, configMistake } from "./project-errors.ts";
import { withoutStaleKeys } from "./stale-keys.ts";
import type { ProjectRoot } from "./find-project-root.ts";

/** A config with its defaults filled in and its paths absolute. */
export interface ProjectSettings {
  readonly skills: readonly string[];
  /** Patterns, from the project's folder. */
  readonly workflows: readonly string[];
  readonly tools: readonly string[];
  readonly model: { readonly models?: readonly string[]; readonly baseURL?: string; readonly timeoutMs?: number };
  readonly search?: SearchConfig | undefined;
  readonly store: { readonly kind: "sqlite" | "memory"; readonly file: string };
  readonly locale: Locale;
  readonly limits: LimitsConfig;
  readonly policies: AccessPolicies | undefined;
  readonly toolsets: Readonly<Record<string, boolean>>;
  readonly routes: readonly ToolRoute[];
  readonly secrets: readonly string[];
  readonly mcpServers: McpServersSetting | undefined;
  readonly mcpServe: McpServeConfig | undefined;
  readonly audit: AuditConfig;
  /** Absent: each process counts for itself. */
  readonly breakers?: BreakersConfig;
  readonly telemetry: OpenTelemetryApi | undefined;
  readonly logger: RunLogger | undefined;
  readonly debug: boolean;
  /** What the config says and nobody reads. @default nothing */
  readonly warnings?: readonly Diagnostic[];
}

/**
 * Reads the project's config; without one, the defaults hold.
 *
 * @throws `CONFIG_INVALID` with every mistake of the file
 */
export async function loadConfig(root: ProjectRoot): Promise<ProjectSettings> {
  if (root.configFile === undefined) return toSettings({}, root.folder);
  const { config, warnings } = await readConfig(root.configFile);
  return { ...toSettings(config, root.folder), ...(warnings.length > 0 && { warnings }) };
}

async function readConfig(
  file: string,
): Promise<{ readonly config: SopwithConfig; readonly warnings: readonly Diagnostic[] }> {
  const { exports, faults } = await loadModule(file);
  if (faults) throw configInvalid(file, faults);
  if (exports["default"] === undefined) {
    throw configInvalid(file, [
      configMistake(file, "It has no default export.", "Write `export default defineConfig({ ... })`."),
    ]);
  }
  const { checkConfig } = await import("./config-schema.ts");
  const { config: written, warnings } = withoutStaleKeys(exports["default"], file);
  const checked = await checkConfig(written, file);
  if ("mistakes" in checked) throw configInvalid(file, checked.mistakes);
  return { config: checked.config, warnings };
}

function toSettings(config: SopwithConfig, folder: string): ProjectSettings {
  const { models, ...model } = config.model ?? {};
  return {
    skills: toList(config.skills ?? "skills").map((root) => resolve(folder, root)),
    workflows: toList(config.workflows ?? "workflows"),
    tools: toList(config.tools ?? []),
    model: { ...model, ...(models !== undefined && { models: toList(models) }) },
    search: config.search,
    store: { kind: config.store?.kind ?? "sqlite", file: resolve(folder, config.store?.file ?? ".sopwith/sopwith.db") },
    locale: config.locale ?? "en",
    limits: config.limits ?? {},
    policies: config.policies,
    toolsets: config.toolsets ?? {},
    routes: config.routes ?? [],
    secrets: toList(config.secrets ?? []),
    mcpServers: config.mcpServers,
    mcpServe: config.mcpServe,
    audit: config.audit ?? {},
    ...(config.breakers && { breakers: config.breakers }),
    telemetry: config.telemetry,
    logger: config.logger,
    debug: config.debug ?? false,
  };
}

function toList(value: string | readonly string[]): readonly string[] {
  return typeof value === "string" ? [value] : value;
}
