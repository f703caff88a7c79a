import { type Awaitable, isPromise } from "../../base/awaitable.ts";
import { availabilityOf } from "../availability.ts";
import { isVisibleTo } from "../is-visible-to.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { callFacts } from "./call-facts.ts";
import { type NearPlace, unseenTool } from "./look-near.ts";
import { notThere } from "./not-there.ts";
import { reasons } from "./reasons.ts";
import type { Stage, ToolCall } from "./stage.ts";

/**
 * Lets a call pass when its tool is there for this caller now: it and its toolset are on, it is visible to the agent and the user,
 * and what it needs is there. A tool that is not available may be replaced by its fallback.
 */
export function createOpen(place: NearPlace): Stage {
  const { registry } = place;
  return (call, next) => {
    const tool = call.tool!;
    if (call.builtin) return next(call);
    const words = reasons(call.scope.locale);
    // Before the switches: that a tool is off is told only to those who may know of it.
    if (tool.visibility !== undefined && !isVisibleTo(tool, call.scope.caller))
      return deny(call, { code: "NOT_VISIBLE", reason: words.notVisible(tool.name), unseen: unseenTool(call, place) });
    const off = registry.offBy(tool);
    if (off === "toolset")
      return deny(call, { code: "TOOLSET_OFF", reason: words.toolsetOff(tool.name, tool.toolset) });
    if (off === "tool") return deny(call, { code: "TOOL_OFF", reason: words.toolOff(tool.name) });
    if (tool.available === undefined) return next(call);
    const available = availabilityOf(tool, call.now);
    const go = (verdict: boolean): Awaitable<ToolOutcome> =>
      verdict ? next(call) : notThere(call, registry.expected(tool.name));
    return isPromise(available) ? available.then(go) : go(available);
  };
}

type Denial = Pick<Extract<ToolOutcome, { readonly status: "denied" }>, "code" | "reason" | "unseen">;

function deny(call: ToolCall, denial: Denial): ToolOutcome {
  return { ...callFacts(call), status: "denied", ...denial };
}
