import { z } from "zod";

/** The form in which registries of MCP servers read an entry. */
const schemaUrl = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json";

/** A value that whoever installs a server has to give. */
export interface RegistryInput {
  readonly name: string;
  readonly description?: string;
  readonly isRequired?: boolean;
  readonly isSecret?: boolean;
  /** With places in braces, which `variables` fill in. */
  readonly value?: string;
  readonly variables?: Readonly<Record<string, Omit<RegistryInput, "name">>>;
}

/** How a server is installed: by a package of npm, which is started and spoken to over stdio. */
export interface RegistryPackage {
  readonly registryType: "npm";
  readonly identifier: string;
  readonly version: string;
  readonly runtimeHint: "npx";
  readonly transport: { readonly type: "stdio" };
  readonly environmentVariables?: readonly RegistryInput[];
}

/** Where a server is reached that runs already. */
export interface RegistryRemote {
  readonly type: "streamable-http";
  readonly url: string;
  readonly headers?: readonly RegistryInput[];
}

/** An entry of a registry of MCP servers: a `server.json`. */
export interface RegistryEntry {
  readonly $schema: string;
  /** In reverse-DNS form: `io.github.ada/desk`. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly version: string;
  readonly repository?: { readonly url: string; readonly source: string };
  readonly websiteUrl?: string;
  readonly packages?: readonly RegistryPackage[];
  readonly remotes?: readonly RegistryRemote[];
}

/** What is wrong with one field of an entry. */
export interface EntryFault {
  /** `packages.0.version` */
  readonly path: string;
  readonly message: string;
}

/** Makes an entry of its fields, or says everything that no registry would take. */
export function toRegistryEntry(
  fields: Omit<RegistryEntry, "$schema">,
): { readonly entry: RegistryEntry } | { readonly faults: readonly EntryFault[] } {
  const entry = { $schema: schemaUrl, ...fields };
  const checked = entrySchema().safeParse(entry);
  if (checked.success) return { entry };
  return { faults: checked.error.issues.map(({ path, message }) => ({ path: path.join("."), message })) };
}

let made: z.ZodType | undefined;

/** Names, lengths and versions as the form of 2025-12-11 has them. */
function entrySchema(): z.ZodType {
  const text = z.string({ error: "expected a text" });
  const version = text
    .min(1, { error: "expected a version" })
    .max(255, { error: "expected at most 255 characters" })
    .refine((value) => value !== "latest" && !/^[\^~<>=*]|\s|(?:^|\.)[x*](?:\.|$)/i.test(value), {
      error: "expected one version, not a range",
    });
  const address = z.url({ protocol: /^https?$/, error: "expected an address that begins with https://" });
  const place = text.regex(/^https:\/\//, { error: "expected an address that begins with https://" });
  made ??= z
    .object({
      name: text.max(200, { error: "expected at most 200 characters" }).regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/, {
        error: "expected a name in reverse-DNS form, such as io.github.ada/desk",
      }),
      title: text
        .min(1, { error: "expected a text" })
        .max(100, { error: "expected at most 100 characters" })
        .optional(),
      description: text.min(1, { error: "expected a text" }).max(100, { error: "expected at most 100 characters" }),
      version,
      repository: z.object({ url: address, source: text }).optional(),
      websiteUrl: address.optional(),
      packages: z.array(z.object({ identifier: text.min(1), version })).optional(),
      remotes: z.array(z.object({ url: place })).optional(),
    })
    .refine(({ packages = [], remotes = [] }) => packages.length + remotes.length > 0, {
      error: "nothing says how the server is installed or reached",
    });
  return made;
}
