import { isPlainObject } from "../base/json.ts";
import type { RegistryInput } from "../mcp/registry/registry-entry.ts";
import type { Project } from "./open-project.ts";

/**
 * The variables of the environment that a project reads: the model's, those that the config lists as secrets, and those
 * that entries of MCP servers fill in. Each counts as a secret but for the model's name and address.
 */
export async function serverVariables(project: Project): Promise<readonly RegistryInput[]> {
  const found = new Map<string, RegistryInput>();
  const { workflows } = await project.workflows();
  const asksModel = workflows.some(({ workflow }) =>
    Object.values(workflow.nodes).some(({ kind }) => kind === "skill" || kind === "router"),
  );
  if (asksModel) for (const input of modelVariables) found.set(input.name, input);
  for (const name of project.settings.secrets) found.set(name, { name, isRequired: true, isSecret: true });
  const { servers } = await project.servers();
  for (const server of Object.values(servers))
    for (const [name, isRequired] of placesIn(server))
      found.set(name, { name, isRequired: isRequired || found.get(name)?.isRequired === true, isSecret: true });
  return [...found.values()];
}

const modelVariables: readonly RegistryInput[] = [
  { name: "OPENAI_API_KEY", description: "Key of the model's server.", isRequired: true, isSecret: true },
  { name: "OPENAI_BASE_URL", description: "Address of the model's server, where it is not OpenAI's." },
  { name: "OPENAI_MODEL", description: "Names of models, with commas between; they are tried in order." },
];

/** Names in `${NAME}` and `${NAME:-default}`; true for one without a default. */
function placesIn(value: unknown): readonly (readonly [string, boolean])[] {
  if (Array.isArray(value)) return value.flatMap(placesIn);
  if (isPlainObject(value)) return Object.values(value).flatMap(placesIn);
  if (typeof value !== "string") return [];
  return Array.from(value.matchAll(/(?<!\$)\$\{([A-Za-z_][A-Za-z0-9_]*)(:-)?/g), ([, name = "", other]) => [
    name,
    other === undefined,
  ]);
}
