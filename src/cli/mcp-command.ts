import type { CommandAction } from "./command.ts";
import type { McpAction } from "./mcp-action.ts";
import { withProject, type ProjectListeners } from "./with-project.ts";
import type { Terminal } from "./terminal.ts";

/** `sopwith mcp`: the MCP servers of the project, and the project as a server. */
export const mcpCommand: CommandAction = async (args, terminal) => {
  const [sub = "list"] = args.words;
  // Its stdout belongs to the protocol, whatever modules of the project print while they are loaded.
  if (sub === "serve") return (await import("./mcp-serve.ts")).serveProject(args, terminal);
  const action = await loadAction(sub);
  return withProject(terminal, (project) => action(project, args, terminal), listeners(sub, terminal));
};

async function loadAction(sub: string): Promise<McpAction> {
  if (sub === "test") return (await import("./mcp-test.ts")).testServer;
  if (sub === "add") return (await import("./mcp-add.ts")).addProjectServer;
  if (sub === "skill") return (await import("./mcp-skill.ts")).writePromptSkill;
  if (sub === "remove") return (await import("./mcp-remove.ts")).removeServer;
  if (sub === "describe") return (await import("./mcp-describe.ts")).describeProject;
  if (sub === "accept") return (await import("./mcp-accept.ts")).acceptServer;
  return (await import("./mcp-list.ts")).listServers;
}

/** These commands show how servers stand themselves; only they let a person sign in. */
function listeners(sub: string, terminal: Terminal): ProjectListeners {
  if (sub !== "test" && sub !== "accept") return { onNotice: ignore };
  if (!terminal.interactive) return { onNotice: ignore, patient: true };
  return {
    patient: true,
    onNotice: ignore,
    openPage: ({ server, url, host }) =>
      terminal.writeError(`To sign in at the MCP server ${server}, open this page of ${host}:\n  ${url}\n`),
  };
}

function ignore(): void {}
