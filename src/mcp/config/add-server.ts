import { editServersFile } from "./edit-servers-file.ts";

/** Writes a new server into a file of servers. @throws `MCP_SERVERS_FILE` */
export async function addServer(file: string, name: string, server: object): Promise<void> {
  await editServersFile(file, {
    byHand: `Add it by hand: ${JSON.stringify({ [name]: server })}`,
    edit: (table) => ({ ...table, [name]: server }),
  });
}
