import { toServerName } from "./check-servers.ts";
import { editServersFile } from "./edit-servers-file.ts";

/** Takes a server out of a file of servers, also where another host gave it a name that is none here. @throws `MCP_SERVERS_FILE` */
export async function removeServer(file: string, name: string): Promise<void> {
  await editServersFile(file, {
    byHand: `Take "${name}" out by hand.`,
    edit: (table) =>
      Object.fromEntries(Object.entries(table).filter(([other]) => other !== name && toServerName(other) !== name)),
  });
}
