import { SopwithError } from "../../base/errors.ts";
import { joinNames, nearestNames } from "../../base/names.ts";
import { acceptCommand } from "../../mcp/trust/trust-errors.ts";

/** No server of this name is configured. */
export function serverUnknown(name: string, known: readonly string[]): SopwithError {
  const nearest = nearestNames(name, known);
  const otherwise =
    known.length > 0
      ? `There are: ${joinNames(known.toSorted())}.`
      : "There are none: npx sopwith mcp add <name> <command...>";
  return new SopwithError({
    code: "MCP_SERVER_UNKNOWN",
    message: `No MCP server "${name}" is configured.`,
    hint: nearest.length > 0 ? `Did you mean "${nearest[0]}"?` : otherwise,
    data: { server: name },
  });
}

/** A skill of a server cannot be used before somebody agrees to it as it is now. `why` is a sentence of ours without its end. */
export function skillQuarantined(server: string, skill: string, why: string): SopwithError {
  return new SopwithError({
    code: "MCP_SKILL_QUARANTINED",
    message: `The skill "${server}/${skill}" of the MCP server "${server}" is not used: ${why}.`,
    hint: `Look at it; to agree: ${acceptCommand(server)}`,
    data: { server, skill },
  });
}

/** The server has no prompt of this name. */
export function promptNotListed(server: string, prompt: string, known: readonly string[]): SopwithError {
  const near = nearestNames(prompt, known);
  return new SopwithError({
    code: "MCP_PROMPT_NOT_LISTED",
    message: `The MCP server "${server}" lists no prompt "${prompt}".`,
    hint:
      near.length > 0
        ? `Did you mean "${near[0]}"?`
        : known.length > 0
          ? `It has ${joinNames(known)}.`
          : "It has none.",
    data: { server, prompt },
  });
}

/** The server has no tool of this name that could be agreed to. */
export function toolNotListed(server: string, tool: string, near: readonly string[]): SopwithError {
  return new SopwithError({
    code: "MCP_TOOL_NOT_LISTED",
    message: `The MCP server "${server}" lists no tool "${tool}".`,
    hint: near.length > 0 ? `Did you mean "${near[0]}"?` : `See its tools with: npx sopwith mcp test ${server}`,
    data: { server, tool },
  });
}
