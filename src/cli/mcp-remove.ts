import { relative } from "node:path";
import { serverNamePattern } from "../mcp/config/check-servers.ts";
import { removeServer as removeFromFile } from "../mcp/config/remove-server.ts";
import { forgetServer } from "../project/servers/forget-server.ts";
import { serverUnknown } from "../project/servers/servers-errors.ts";
import { usageError } from "./cli-errors.ts";
import { EXIT } from "./exit-code.ts";
import { serverWord, type McpAction } from "./mcp-action.ts";

/** `sopwith mcp remove`: takes a server out of its file, and forgets what was agreed to of it. */
export const removeServer: McpAction = async (project, args, terminal) => {
  const name = serverWord(args);
  const servers = await project.servers();
  const file = servers.files.get(name);
  if (!serverNamePattern.test(name)) throw serverUnknown(name, Object.keys(servers.servers));
  if (file !== undefined && file === project.configFile)
    throw usageError(
      `The server ${name} stands in ${relative(terminal.folder, file)}, which is code.`,
      `Take \`${name}\` out of \`mcpServers\` there; then run this again to forget what was agreed to.`,
    );
  if (file !== undefined) await removeFromFile(file, name);
  const wasAgreed = await forgetServer(servers, { folder: project.folder, name });
  if (file === undefined && !wasAgreed) throw serverUnknown(name, Object.keys(servers.servers));
  const places = [
    ...(file === undefined ? [] : [relative(terminal.folder, file)]),
    ...(wasAgreed ? ["mcp.lock.json"] : []),
  ];
  terminal.write(
    `Took ${name} out of ${places.join(" and ")}. Skills and nodes that name its tools are as they were.\n`,
  );
  return EXIT.completed;
};
