import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { messageOf } from "../base/errors.ts";
import { isPlainObject } from "../base/json.ts";
import {
  type RegistryEntry,
  type RegistryInput,
  type RegistryPackage,
  type RegistryRemote,
  toRegistryEntry,
} from "../mcp/registry/registry-entry.ts";
import { describeFailed, describeMistake } from "../mcp/registry/registry-errors.ts";
import type { McpServeConfig } from "../mcp/server/serve-config.ts";
import type { Project } from "./open-project.ts";
import { serverVariables } from "./server-variables.ts";

/** A project as registries of MCP servers read it, and what people should know of it. */
export interface DescribedServer {
  readonly entry: RegistryEntry;
  /** One sentence each. */
  readonly notes: readonly string[];
}

type Manifest = Readonly<Record<string, unknown>>;

/**
 * Describes what `sopwith mcp serve` serves of a project, by its package.json and its config. Nothing is started and
 * nothing is sent.
 * @throws `MCP_DESCRIBE` with everything that a registry would not take, `MCP_SERVERS_FILE`
 */
export async function describeServer(project: Project): Promise<DescribedServer> {
  const file = join(project.folder, "package.json");
  const manifest = await readManifest(file);
  const { mcpServe = {} } = project.settings;
  const variables = await serverVariables(project);
  const notes: string[] = [];
  const made = toRegistryEntry({
    name: nameOf(manifest),
    ...(mcpServe.name !== undefined && { title: mcpServe.name }),
    description: textOf(manifest["description"]),
    version: textOf(manifest["version"]),
    ...repositoryOf(manifest),
    ...(typeof manifest["homepage"] === "string" && { websiteUrl: manifest["homepage"] }),
    ...packagesOf(manifest, { variables, notes }),
    ...remotesOf(mcpServe),
  });
  if ("entry" in made) return { entry: made.entry, notes };
  const mistakes = made.faults.map(({ path, message }) =>
    describeMistake(file, `${path === "" ? "The entry" : `"${path}"`}: ${message}.`, fixFor(path)),
  );
  throw describeFailed(file, mistakes);
}

async function readManifest(file: string): Promise<Manifest> {
  try {
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    if (isPlainObject(read)) return read;
    throw new Error("no object");
  } catch (error) {
    throw describeFailed(file, [
      describeMistake(file, `It cannot be read: ${messageOf(error)}.`, "Make one with: npm init -y"),
    ]);
  }
}

/** What npm packages are recognised by at a registry; else what the repository's address says. */
function nameOf(manifest: Manifest): string {
  const { mcpName, name } = manifest;
  if (typeof mcpName === "string") return mcpName;
  const [, owner] = /^https:\/\/github\.com\/([^/]+)\//.exec(repositoryUrl(manifest) ?? "") ?? [];
  const plain = textOf(name).replace(/^@[^/]*\//, "");
  return owner === undefined || plain === "" ? "" : `io.github.${owner}/${plain}`;
}

function repositoryUrl({ repository }: Manifest): string | undefined {
  const given = isPlainObject(repository) ? repository["url"] : repository;
  if (typeof given !== "string") return undefined;
  const short = /^(?:github:)?([\w.-]+\/[\w.-]+)$/.exec(given)?.[1];
  if (short !== undefined) return `https://github.com/${short}`;
  return given
    .replace(/^git\+/, "")
    .replace(/^(?:ssh:\/\/)?git@([^:/]+)[:/]/, "https://$1/")
    .replace(/^git:/, "https:")
    .replace(/\.git$/, "");
}

function repositoryOf(manifest: Manifest): Pick<RegistryEntry, "repository"> {
  const url = repositoryUrl(manifest);
  const source = ["github", "gitlab"].find((host) => url?.startsWith(`https://${host}.com/`));
  return url === undefined || source === undefined ? {} : { repository: { url, source } };
}

interface PackageFacts {
  readonly variables: readonly RegistryInput[];
  readonly notes: string[];
}

/** A package that is published, and that something can start. */
function packagesOf(manifest: Manifest, { variables, notes }: PackageFacts): { packages?: readonly RegistryPackage[] } {
  const { name, version, bin } = manifest;
  if (manifest["private"] === true) return {};
  if (bin === undefined) {
    notes.push("package.json has no `bin`, so no host could start the package; `packages` is left out.");
    return {};
  }
  const environment = variables.length === 0 ? {} : { environmentVariables: variables };
  return {
    packages: [
      {
        registryType: "npm",
        identifier: textOf(name),
        version: textOf(version),
        runtimeHint: "npx",
        transport: { type: "stdio" },
        ...environment,
      },
    ],
  };
}

function remotesOf({ http }: McpServeConfig): { remotes?: readonly RegistryRemote[] } {
  if (http?.publicUrl === undefined) return {};
  const wantsToken = Object.keys(http.tokens ?? {}).length > 0 && !http.authorizationServers?.length;
  const authorization: RegistryInput = {
    name: "Authorization",
    isRequired: true,
    isSecret: true,
    value: "Bearer {token}",
    variables: { token: { description: "The token that its operator gave you.", isRequired: true, isSecret: true } },
  };
  return {
    remotes: [{ type: "streamable-http", url: http.publicUrl, ...(wantsToken && { headers: [authorization] }) }],
  };
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** Where a field is written. */
function fixFor(path: string): string {
  const [field = ""] = path.split(".");
  if (field === "name") return 'Write "mcpName": "io.github.<you>/<name>" into package.json.';
  if (field === "title") return "Shorten `mcpServe.name` in the config.";
  if (field === "remotes") return "Correct `mcpServe.http.publicUrl` in the config.";
  if (field === "websiteUrl") return 'Correct "homepage" in package.json.';
  if (field === "")
    return 'Give package.json a "bin" that starts `sopwith mcp serve` and take "private" out, or set `mcpServe.http.publicUrl` in the config.';
  return `Correct "${field === "packages" ? "version" : field}" in package.json.`;
}
