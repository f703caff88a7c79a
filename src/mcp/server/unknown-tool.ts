import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";

/** What a client is told of a tool that is not there, and word for word of one that it may not know of. */
export function unknownTool(name: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool "${name.slice(0, 128)}".`);
}
