import { randomBytes } from "node:crypto";
import { isStdioServer, type McpHttpServer, type McpServerConfig } from "../mcp/mcp-server-config.ts";
import type { SumUpThrown } from "../tools/sum-up-thrown.ts";
import type { Governance } from "../workflow/governance.ts";
import { createSigner } from "../workflow/signer.ts";
import { secretNotSet } from "./governance-errors.ts";
import type { ProjectSettings } from "./load-config.ts";
import { loadSigningKey, signingKeyFile } from "./signing-key.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables whose values are secret by their names. */
const secretName = /(^|_)(API_?KEY|KEY|TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIALS?)$/i;

/** Headers whose last word is a credential. */
const secretHeader = /authorization|cookie|key|token|secret/i;

/** Where a project's governance comes from. */
export interface GovernancePlace {
  /** The project's folder. */
  readonly folder: string;
  readonly env: Environment;
  /** True when decisions outlive the process, so that the key has to. */
  readonly lasting: boolean;
  /** Of the MCP servers, which their headers and environment may hold secrets of. @default none */
  readonly servers?: Readonly<Record<string, McpServerConfig>>;
  /** Sums up what tools throw. @default it is not told */
  readonly debug?: SumUpThrown | undefined;
}

/**
 * What the project lays down for its runs: the config's policies, the secrets of the environment, and the key that
 * decisions are signed with.
 *
 * @throws `SECRET_NOT_SET`; the signer throws `SIGNING_KEY` when it is first used
 */
export function openGovernance(
  settings: ProjectSettings,
  { folder, env, lasting, servers = {}, debug }: GovernancePlace,
): Governance {
  const { policies, audit, limits, telemetry, logger } = settings;
  // What lives in memory is decided in this process, so a key of its own is enough.
  const key = lasting ? () => loadSigningKey(signingKeyFile(folder), env) : randomBytes(32).toString("base64url");
  return {
    secrets: [
      ...secretValues(env),
      ...settings.secrets.map((name) => namedSecret(env, name)),
      ...Object.values(servers).flatMap((server) => serverSecrets(server)),
    ],
    signer: createSigner(key),
    ...(policies && { policies }),
    ...(telemetry && { telemetry }),
    ...(logger && { logger }),
    ...(debug && { debug }),
    ...(audit.mask && { mask: audit.mask }),
    ...(limits.maxInFlight !== undefined && { maxInFlight: limits.maxInFlight }),
  };
}

function secretValues(env: Environment): string[] {
  return Object.entries(env).flatMap(([name, value]) => (value !== undefined && secretName.test(name) ? [value] : []));
}

/** Values that a server's config holds itself; those that it takes from the environment are known by their names. */
function serverSecrets(server: McpServerConfig): string[] {
  const { headers = {}, oauth } = server as Partial<McpHttpServer>;
  const credentials = Object.entries(headers).flatMap(([name, value]) =>
    secretHeader.test(name) ? value.split(" ").slice(-1) : [],
  );
  const own = isStdioServer(server) ? secretValues(server.env ?? {}) : [];
  return [...credentials, ...own, ...(oauth?.clientSecret === undefined ? [] : [oauth.clientSecret])].filter(
    (value) => !value.includes("${"),
  );
}

function namedSecret(env: Environment, name: string): string {
  const value = env[name];
  if (value === undefined || value === "") throw secretNotSet(name);
  return value;
}
