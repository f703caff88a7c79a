import { type Diagnostic, SopwithError } from "../../base/errors.ts";
import { joinNames } from "../../base/names.ts";
import type { SourceLocation } from "../../base/source-location.ts";

/** A variable that a server's config asks for, and where. */
export interface MissingVariable {
  readonly variable: string;
  /** Inside the server's entry: `env.TOKEN`. */
  readonly path: string;
}

/** Variables of the environment that a server's config asks for are not set. */
export function envMissing(server: string, missing: readonly MissingVariable[]): SopwithError {
  const names = [...new Set(missing.map(({ variable }) => variable))];
  const are = names.length === 1 ? "is" : "are";
  return new SopwithError({
    code: "MCP_ENV_MISSING",
    message: `The MCP server "${server}" needs ${joinNames(names)}, which ${are} not set.`,
    details: missing.map(({ variable, path }) => `\${${variable}} stands in ${path}.`),
    hint: "Set it in the environment or in .env, or write a default: ${NAME:-default}.",
    data: { server, variables: names },
  });
}

/** A file of MCP servers cannot be read as one. */
export function serversFileBroken(where: SourceLocation, seen: string): SopwithError {
  return new SopwithError({
    code: "MCP_SERVERS_FILE",
    message: `The file ${where.file} of MCP servers cannot be read.`,
    where,
    details: [`Seen: ${seen}`],
    hint: 'Write JSON: { "mcpServers": { "files": { "command": "npx", "args": ["-y", "some-server"] } } }',
  });
}

/** Entries of a file of MCP servers are wrong; every mistake is listed, and what was left out. */
export function serversFileInvalid(
  file: string,
  mistakes: readonly Diagnostic[],
  notes: readonly Diagnostic[],
): SopwithError {
  return new SopwithError({
    code: "MCP_SERVERS_FILE",
    message: `The file ${file} of MCP servers has ${mistakes.length === 1 ? "a mistake" : `${mistakes.length} mistakes`}.`,
    where: { file },
    diagnostics: [...mistakes, ...notes],
    hint: "Mend the file and run the command again.",
  });
}

/** One mistake of a file of MCP servers. */
export function serversFileMistake(where: SourceLocation, message: string, fix: string): Diagnostic {
  return { code: "MCP_SERVERS_FILE", severity: "error", message, where, fix };
}

/** Something in a file of another host that means nothing here, or is not taken on trust; `fix` may be empty. */
export function notTakenOver(where: SourceLocation, message: string, fix: string): Diagnostic {
  return { code: "MCP_NOT_TAKEN_OVER", severity: "warning", message, where, ...(fix !== "" && { fix }) };
}

/** Two places configure a server of one name. */
export function serverTwice(name: string, [first, second]: readonly [string, string]): SopwithError {
  return new SopwithError({
    code: "MCP_SERVERS_FILE",
    message: `The MCP server "${name}" is configured twice: in ${first} and in ${second}.`,
    where: { file: second },
    hint: "Take one of them out, or give it another name.",
    data: { server: name },
  });
}

/** A file of servers cannot be changed by a command. `byHand` says what to do. */
export function serversFileUnwritable(file: string, seen: string, byHand: string): SopwithError {
  return new SopwithError({
    code: "MCP_SERVERS_FILE",
    message: `The file ${file} was not changed.`,
    where: { file },
    details: [`Seen: ${seen}`],
    hint: byHand,
  });
}

/** A server of this name is configured already. */
export function serverExists(name: string, file: string): SopwithError {
  return new SopwithError({
    code: "MCP_SERVER_EXISTS",
    message: `There is an MCP server "${name}" already, in ${file}.`,
    where: { file },
    hint: "Take another name, or change that entry by hand.",
    data: { server: name },
  });
}
