import { type Diagnostic, messageOf, SopwithError } from "../base/errors.ts";
import { joinNames } from "../base/names.ts";
import { cleanText } from "../tools/clean-text.ts";

/** `MCP_CONFIG`: servers are configured in a way that cannot be meant; every mistake is listed. */
export function mcpConfigError(faults: readonly Diagnostic[]): SopwithError {
  return new SopwithError({
    code: "MCP_CONFIG",
    message: `The MCP servers cannot be opened: ${faults.length === 1 ? "1 mistake" : `${faults.length} mistakes`}.`,
    diagnostics: faults,
  });
}

/** One mistake in the configuration of a server. */
export function mcpConfigFault(message: string, fix: string): Diagnostic {
  return { code: "MCP_CONFIG", severity: "error", message, fix };
}

/** `MCP_REQUIRED`: servers without which nothing is to start are not ready. */
export function mcpRequired(missing: readonly { readonly name: string; readonly problem: string }[]): SopwithError {
  return new SopwithError({
    code: "MCP_REQUIRED",
    message: `Required MCP servers are not ready: ${joinNames(missing.map(({ name }) => `"${name}"`))}.`,
    details: missing.map(({ name, problem }) => `${name}: ${problem}`),
    hint: "Correct them, or take `required` away; `sopwith mcp test <server>` shows more.",
  });
}

/** `MCP_SERVER_UNKNOWN`: no server of this name is configured. */
export function mcpServerUnknown(name: string, known: readonly string[]): SopwithError {
  return new SopwithError({
    code: "MCP_SERVER_UNKNOWN",
    message: `No MCP server "${name}" is configured.`,
    details: [known.length === 0 ? "None is." : `There are: ${known.join(", ")}`],
    hint: "Use one of these names, or add the server to the config.",
  });
}

/** `MCP_START_FAILED`: the command of a server could not be started. */
export function mcpStartFailed(server: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "MCP_START_FAILED",
    message: `The command of the MCP server "${server}" could not be started.`,
    details: [`Seen: ${messageOf(cause)}`],
    hint: "Look at `command` and `cwd` in the config: is the program installed, and found with our PATH?",
    data: { server },
    cause,
  });
}

/** `MCP_UNREACHABLE`: a connection to a server did not come about, or was lost. `reason` is a sentence of ours. */
export function mcpUnreachable(server: string, reason: string, cause?: unknown): SopwithError {
  return new SopwithError({
    code: "MCP_UNREACHABLE",
    message: `The MCP server "${server}" is not connected: ${reason}`,
    ...(cause !== undefined && { details: [`Seen: ${cleanText(messageOf(cause)).slice(0, 500)}`] }),
    data: { server },
    cause,
  });
}

/** `MCP_READ_FAILED`: a server did not give a resource or a prompt, or a list of them. */
export function mcpReadFailed(server: string, what: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "MCP_READ_FAILED",
    message: `The MCP server "${server}" did not give ${what}.`,
    details: [`Seen: ${cleanText(messageOf(cause)).slice(0, 500)}`],
    data: { server },
    cause,
  });
}
