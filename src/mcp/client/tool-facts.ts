import type { Effect, Idempotency } from "../../tools/tool.ts";
import type { McpServerOptions } from "../mcp-server-config.ts";
import { fitsAny, valueFor } from "./fits-pattern.ts";
import type { ListedTool } from "./mcp-trust.ts";

const order: readonly Effect[] = ["read", "write", "destructive"];

/**
 * What a call of this tool does to the world: what the config says of it, and "destructive" where it says nothing. The
 * server's annotations are claims; they may make us more careful and never less.
 */
export function effectOf({ name, annotations }: ListedTool, config: Pick<McpServerOptions, "effects">): Effect {
  const said = valueFor(config.effects ?? {}, name) ?? "destructive";
  if (annotations?.["destructiveHint"] === true) return "destructive";
  return annotations?.["readOnlyHint"] === false ? higher(said, "write") : said;
}

/** What a second call does: nothing more for tools that only read, and for those that the config lists. */
export function idempotencyOf(name: string, effect: Effect, config: Pick<McpServerOptions, "idempotent">): Idempotency {
  return effect === "read" || fitsAny(config.idempotent ?? [], name) ? "safe" : "none";
}

/** Why the config leaves a tool out; `undefined` for one that it takes. */
export function leftOut(name: string, { tools }: Pick<McpServerOptions, "tools">): string | undefined {
  if (tools?.allow && !fitsAny(tools.allow, name)) return "The config does not list it under `tools.allow`.";
  return tools?.deny && fitsAny(tools.deny, name) ? "The config lists it under `tools.deny`." : undefined;
}

function higher(a: Effect, b: Effect): Effect {
  return order.indexOf(a) > order.indexOf(b) ? a : b;
}
