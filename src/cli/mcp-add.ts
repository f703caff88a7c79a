import { relative } from "node:path";
import { addServer } from "../mcp/config/add-server.ts";
import { checkServers } from "../mcp/config/check-servers.ts";
import { serverExists } from "../mcp/config/config-errors.ts";
import { acceptCommand } from "../mcp/trust/trust-errors.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import type { McpAction } from "./mcp-action.ts";
import { readPairs } from "./read-pairs.ts";

/** `sopwith mcp add`: writes a server into the project's file of servers. It is not started. */
export const addProjectServer: McpAction = async (project, args, terminal) => {
  const { name, entry } = readServer(args);
  const { mistakes } = checkServers({ [name]: entry });
  if (mistakes.length > 0)
    throw usageError(`${mistakes[0]!.path.join(".")}: ${mistakes[0]!.message}`, mistakes[0]!.fix);
  const servers = await project.servers();
  const there = servers.files.get(name);
  if (there !== undefined) throw serverExists(name, there);
  await addServer(servers.ownFile, name, entry);
  const file = relative(terminal.folder, servers.ownFile);
  terminal.write(`${file} has the server ${name} now. To look at it and agree to it: ${acceptCommand(name)}\n`);
  return EXIT.completed;
};

function readServer(args: CommandArguments): { readonly name: string; readonly entry: Record<string, unknown> } {
  const [, name, first, ...rest] = args.words;
  if (name === undefined || first === undefined)
    throw usageError(
      "`sopwith mcp add` needs a name, and a command or an address.",
      "Write: npx sopwith mcp add files -- npx -y @modelcontextprotocol/server-filesystem .",
    );
  const effects = readPairs(args, "effect");
  const env = readPairs(args, "env");
  const headers = readPairs(args, "header");
  const common = effects === undefined ? {} : { effects };
  if (!/^https?:\/\//.test(first)) {
    if (headers) throw usageError("--header is for a server that is reached by an address.", "Leave it out.");
    const entry = { command: first, ...(rest.length > 0 && { args: rest }), ...(env && { env }), ...common };
    return { name, entry };
  }
  if (env)
    throw usageError("--env is for a server that is started.", 'Write --header "Authorization=Bearer ${TOKEN}".');
  if (rest.length > 0) throw usageError(`"${rest[0]}" is one word too many after the address.`, "Leave it out.");
  return { name, entry: { url: first, ...(headers && { headers }), ...common } };
}
