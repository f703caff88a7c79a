import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { mendMessage } from "./mend-message.ts";

const none: readonly JSONRPCMessage[] = [];

/** The messages in a line of a server's stdout: one, several as a batch, or none where it prints anything else. */
export function readMessages(line: string): readonly JSONRPCMessage[] {
  // Servers print banners; looking at the first letter spares most of the errors. A byte order mark is a blank here.
  const first = line[0] === "{" ? "{" : line.trimStart()[0];
  if (first !== "{" && first !== "[") return none;
  try {
    const value: unknown = JSON.parse(line[0] === "{" ? line : line.trimStart());
    const messages: readonly unknown[] = Array.isArray(value) ? value : [value];
    return messages.flatMap((message) => mendMessage(message) ?? []);
  } catch {
    return none;
  }
}
