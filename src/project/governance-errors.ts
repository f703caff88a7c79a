import { SopwithError } from "../base/errors.ts";

/** The key that decisions are signed with cannot be used, so no decision could be trusted. */
export function signingKeyUnusable(from: string, problem: string): SopwithError {
  return new SopwithError({
    code: "SIGNING_KEY",
    message: `The signing key in ${from} cannot be used: ${problem}.`,
    hint: "Set SOPWITH_SECRET to at least 16 characters, or remove the key file so that a new one is made. Decisions that wait to be used must then be made again.",
  });
}

/** An environment variable that the config calls a secret is not set. */
export function secretNotSet(name: string): SopwithError {
  return new SopwithError({
    code: "SECRET_NOT_SET",
    message: `The config lists ${name} among its secrets, and the environment has no such variable.`,
    hint: `Set ${name}, or remove it from \`secrets\`.`,
    data: { name },
  });
}

/** An agent that no workflow has: a policy for it would protect nothing. */
export function agentNotFound(name: string, nearest: readonly string[]): SopwithError {
  return new SopwithError({
    code: "AGENT_NOT_FOUND",
    message: `No workflow has a node "${name}".`,
    hint:
      nearest.length > 0 ? `Did you mean ${nearest.join(" or ")}?` : "`npx sopwith graph <workflow>` shows the nodes.",
    data: { name },
  });
}
