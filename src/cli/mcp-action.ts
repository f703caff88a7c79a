import type { Project } from "../project/open-project.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** One subcommand of `sopwith mcp`, with its project. */
export type McpAction = (project: Project, args: CommandArguments, terminal: Terminal) => Promise<number>;

/** The server that a subcommand is for. @throws `USAGE` without one */
export function serverWord({ words }: CommandArguments): string {
  const [sub, name] = words;
  if (name !== undefined) return name;
  throw usageError(`\`sopwith mcp ${sub}\` needs the name of a server.`, "See them with: npx sopwith mcp list");
}
