import { messageOf, SopwithError } from "../../base/errors.ts";
import { toShellWord } from "../../base/shell-word.ts";

/** A server wants somebody to sign in, or to allow more, and there is nobody here. */
export function authNeeded(server: string, scope: string | undefined): SopwithError {
  return new SopwithError({
    code: "MCP_AUTH_NEEDED",
    message: `The MCP server "${server}" wants a person to sign in.`,
    details: scope === undefined ? [] : [`It asks for: ${scope}`],
    hint: `Run \`sopwith mcp test ${toShellWord(server)}\` at a terminal; it opens the page.`,
    data: { server, ...(scope === undefined ? {} : { scope }) },
  });
}

/** Signing in was tried and did not work. `reason` is a sentence of ours. */
export function authFailed(server: string, reason: string, cause?: unknown): SopwithError {
  const seen = cause === undefined ? [] : [`Seen: ${messageOf(cause)}`];
  return new SopwithError({
    code: "MCP_AUTH_FAILED",
    message: `Signing in at the MCP server "${server}" failed: ${reason}`,
    details: seen,
    hint: "Run the command again. If it stays so, look at the server's `url` and `oauth` in the config.",
    data: { server },
    cause,
  });
}

/** The file with our tokens is there and cannot be used. */
export function authStoreUnusable(file: string, cause: unknown): SopwithError {
  return new SopwithError({
    code: "MCP_AUTH_STORE",
    message: `The file with the tokens of an MCP server cannot be used.`,
    where: { file },
    details: [`Seen: ${messageOf(cause)}`],
    hint: "Make it readable and writable for yourself, or remove it and sign in again.",
    cause,
  });
}

/** On the way to a sign-in we were sent to an address that we do not go to. */
export function addressRefused(url: string, reason: string): SopwithError {
  return new SopwithError({
    code: "MCP_ADDRESS_REFUSED",
    message: `An MCP server sends us to ${url}, and we do not go there: ${reason}.`,
    hint: "Look at the server's sign-in settings. Only https addresses no nearer than the server itself are used.",
    data: { url },
  });
}
