import { SopwithError } from "../../base/errors.ts";

/** Everybody in the network could call the server, and nobody would be asked who they are. */
export function serveNeedsToken(host: string): SopwithError {
  return new SopwithError({
    code: "MCP_SERVE_OPEN",
    message: `The MCP server is not started at ${host} without tokens: whoever reaches the machine could call its tools.`,
    hint: "Name users and the variables with their tokens in `mcpServe.http.tokens`, or listen at 127.0.0.1.",
    data: { host },
  });
}

/** A user's token is missing or could be guessed. */
export function serveTokenUnusable(user: string, variable: string, problem: string): SopwithError {
  return new SopwithError({
    code: "MCP_SERVE_TOKEN",
    message: `The token of "${user}" in ${variable} ${problem}.`,
    hint: `Set ${variable}, for example to what \`openssl rand -hex 32\` prints.`,
    data: { user, variable },
  });
}

/** The server cannot listen where it should. */
export function serveCannotListen(address: string, reason: string): SopwithError {
  return new SopwithError({
    code: "MCP_SERVE_LISTEN",
    message: `The MCP server cannot listen at ${address}: ${reason}.`,
    hint: "Choose another port with `--http <port>`, or end what listens there.",
    data: { address },
  });
}

const nouns = { tools: "tool that fits", workflow: "workflow", skill: "skill", key: "key of a state" };
const places = { tools: "tools", workflow: "workflows", skill: "skills", key: "inputs" };

/** A pattern or name that nothing answers to. */
export function serveNothing(kind: keyof typeof nouns, name: string, known: readonly string[]): SopwithError {
  const shown = known.length > 20 ? [...known.slice(0, 20), `and ${known.length - 20} more`] : known;
  return new SopwithError({
    code: "MCP_SERVE_UNKNOWN",
    message: `There is no ${nouns[kind]} "${name}" to be served.`,
    details: shown.length > 0 ? [`Known: ${shown.join(", ")}.`] : [],
    hint: `Correct it in \`mcpServe.${places[kind]}\`${kind === "key" ? "" : ", or on the command line"}.`,
    data: { kind, name },
  });
}
