import { randomUUID } from "node:crypto";
import type { RequestStateCodec } from "@modelcontextprotocol/server";
import { createMask } from "../../tools/mask-personal-data.ts";
import type { Gateway } from "../../tools/gateway/gateway.ts";
import { createSecretFilter, type SecretFilter } from "../../tools/secret-filter.ts";
import type { Locale } from "../../tools/tool.ts";
import { type AuditTrail, createAuditTrail } from "../../workflow/audit-trail.ts";
import { openGateway } from "../../workflow/open-gateway.ts";
import { type AskedCalls, createAskedCalls } from "./asked-calls.ts";
import { settleCutOffCalls } from "./call-intents.ts";
import { createListChanges, type ListChanges } from "./list-changes.ts";
import { createRequestState, type RequestState } from "./request-state.ts";
import type { McpServeConfig } from "./serve-config.ts";
import { serveNothing } from "./serve-errors.ts";
import type { McpServeParts } from "./serve-parts.ts";
import { openServedRuns, type ServedRuns } from "./served-runs.ts";
import { openServedSkills, type ServedSkills } from "./served-skills.ts";

/** What all connections of one server share. */
export interface ServedProject {
  readonly parts: McpServeParts;
  readonly config: McpServeConfig;
  readonly locale: Locale;
  readonly gateway: Gateway;
  readonly secrets: SecretFilter | undefined;
  readonly audit: AuditTrail;
  readonly state: RequestStateCodec<RequestState>;
  readonly changes: ListChanges;
  readonly asked: AskedCalls;
  readonly runs: ServedRuns;
  readonly skills: ServedSkills | undefined;
  /** Names this process in what clients hand back. */
  readonly process: string;
  readonly notice: (message: string) => void;
  /** Lets runs come to rest, and writes down what is not written yet. */
  close(): Promise<void>;
}

/** What a served project is opened with. */
export interface ServedOptions extends McpServeConfig {
  readonly onNotice?: (message: string) => void;
}

/** Opens what all connections share. @throws `MCP_SERVE_UNKNOWN` */
export async function openServedProject(parts: McpServeParts, config: ServedOptions = {}): Promise<ServedProject> {
  const { registry, store, governance } = parts;
  const secrets = createSecretFilter(governance?.secrets ?? []);
  const notice = (message: string): void => config.onNotice?.(secrets?.text(message) ?? message);
  checkTools(parts, config.tools, notice);
  const mask = governance?.mask && createMask(governance.mask);
  const audit = createAuditTrail({ store, secrets, ...(mask && { mask }) });
  await tellCutOff(parts, notice);
  const changes = createListChanges();
  const runs = openServedRuns(parts, config);
  const skills = await openServedSkills({ library: parts.skills, names: config.skills, changes, notice });
  const stopWatching = registry.onChange(() => changes.tell("tools"));
  const stopOffers = parts.offers?.onChange?.((list) => changes.tell(list));
  return {
    parts,
    config,
    locale: parts.locale ?? "en",
    gateway: openGateway({ tools: registry, ...(governance && { governance }) }),
    secrets,
    audit,
    state: createRequestState(governance?.signer),
    changes,
    asked: createAskedCalls(),
    runs,
    skills,
    process: randomUUID(),
    notice,
    close: async () => {
      stopWatching();
      stopOffers?.();
      await Promise.all([runs.close(), skills?.close()]);
      await audit.flush();
    },
  };
}

/** Calls that a server before us was killed in are looked into by somebody. */
async function tellCutOff({ store }: McpServeParts, notice: (message: string) => void): Promise<void> {
  for (const { tool, at, node, input } of await settleCutOffCalls(store))
    notice(`${tool}, begun at ${at} by ${node} with ${input}, was cut off: nobody knows whether it had its effect.`);
}

/** Tools of other servers may come later, so a pattern that none of them fits yet is told and no fault. @throws `MCP_SERVE_UNKNOWN` */
function checkTools(
  { registry, laterNamespaces = [] }: McpServeParts,
  patterns: readonly string[] = [],
  notice: (message: string) => void,
): void {
  const all = registry.list();
  const names = all.map((tool) => tool.name);
  for (const pattern of patterns) {
    const fits = (name: string): boolean =>
      pattern === "*" || pattern === name || (pattern.endsWith("/*") && name.startsWith(pattern.slice(0, -1)));
    if (names.some(fits)) continue;
    const [namespace = ""] = pattern.split("/", 1);
    const isLater = all.some(({ category, name }) => category === "mcp" && name.startsWith(`${namespace}/`));
    const nothing = serveNothing("tools", pattern, names);
    if (pattern !== "*" && !isLater && !laterNamespaces.includes(namespace)) throw nothing;
    notice(nothing.message);
  }
}
