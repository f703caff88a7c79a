import { userInfo } from "node:os";
import type { Project } from "../project/open-project.ts";
import type { RegistryEdit } from "../project/registry/registry-edit.ts";
import { registryNotKept } from "../project/registry/registry-errors.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/**
 * Makes one change of the registry for the person at the command line.
 * @throws what the change throws, `REGISTRY_NOT_KEPT` where it would end with the command
 */
export async function changeRegistry(
  project: Project,
  edit: RegistryEdit,
  { args, terminal, done }: { readonly args: CommandArguments; readonly terminal: Terminal; readonly done: string },
): Promise<number> {
  if (project.settings.store.kind === "memory") throw registryNotKept();
  const registry = await project.registry();
  const before = registry.view().generation;
  const reason = args.value("reason")?.trim() || undefined;
  const by = args.value("by")?.trim() || userInfo().username;
  const { generation } = await registry.change(edit, { by, ...(reason !== undefined && { reason }) });
  if (args.has("json")) terminal.write(`${JSON.stringify({ generation, changed: generation !== before })}\n`);
  else terminal.write(`${done}${generation === before ? " It was so before." : ""}\n`);
  return EXIT.completed;
}
