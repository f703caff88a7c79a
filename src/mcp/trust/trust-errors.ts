import { SopwithError } from "../../base/errors.ts";
import { toShellWord } from "../../base/shell-word.ts";
import { describeStart, describeStartDetails, type StartFacts } from "./start-facts.ts";

/** Why a server is not started: in `MCP_NOT_ACCEPTED`, with the whole command and how to agree to it. */
export function notAccepted(server: string, facts: StartFacts, before: StartFacts | undefined): string {
  const now = `${quoted(facts)}. Look at it; to agree: ${acceptCommand(server)}`;
  if (before === undefined) return `Nobody has agreed to start the MCP server "${server}" with ${now}`;
  return `The MCP server "${server}" would be started in another way than was agreed to: not with ${quoted(before)}, but with ${now}`;
}

function quoted(facts: StartFacts): string {
  const details = describeStartDetails(facts);
  return `\`${describeStart(facts)}\`${details.length === 0 ? "" : ` (${details.join("; ")})`}`;
}

/** The file of what was agreed to cannot be read, so nothing counts as agreed to. */
export function lockBroken(file: string, seen: string): SopwithError {
  return new SopwithError({
    code: "MCP_LOCK",
    message: `The file ${file} cannot be read, so it is not known which MCP servers and tools were agreed to.`,
    where: { file },
    details: [`Seen: ${seen}`],
    hint: "Put back the committed file. Or remove it, and agree anew with: npx sopwith mcp accept <server>",
  });
}

/** The file of what was agreed to cannot be written; the old one stays. */
export function lockUnwritable(file: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "MCP_LOCK",
    message: `The file ${file} cannot be written, so nothing was agreed to.`,
    where: { file },
    hint: "Its folder must be a folder that can be written.",
    cause,
  });
}

/** The command line that agrees to a server or to some of its tools. */
export function acceptCommand(server: string, tools: readonly string[] = []): string {
  return ["npx sopwith mcp accept", server, ...tools.map(toShellWord)].join(" ");
}
