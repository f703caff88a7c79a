import type { Access } from "../access-policy.ts";
import type { ToolOutcome } from "../tool-outcome.ts";
import { callFacts } from "./call-facts.ts";
import { refusingGrant } from "./grants.ts";
import { type NearPlace, unseenTool } from "./look-near.ts";
import { reasons } from "./reasons.ts";
import type { Stage, ToolCall } from "./stage.ts";

/**
 * Lets a call pass when every grant of the scope allows its tool, and the policies permit it. Built-in tools pass: they
 * come with the visit.
 */
export function createAuthorize(place: NearPlace): Stage {
  const { access } = place;
  return (call, next) => {
    if (call.builtin) return next(call);
    const refusal = refuseByGrant(call) ?? (access && refuseByPolicy(call, access, place));
    return refusal === undefined ? next(call) : refusal;
  };
}

function refuseByGrant(call: ToolCall): ToolOutcome | undefined {
  const name = call.tool!.name;
  const grant = refusingGrant(name, call.scope.grants);
  if (grant === undefined) return undefined;
  const reason = reasons(call.scope.locale).notAllowed({ tool: name, source: grant.source, allow: grant.allow });
  return { ...callFacts(call), status: "denied", code: grant.code, reason };
}

/** The rule itself is for the audit. A model is not even told that the tool is there: it was not shown to it either. */
function refuseByPolicy(call: ToolCall, access: Access, place: NearPlace): ToolOutcome | undefined {
  const name = call.tool!.name;
  const { decision, rule, level } = access.decide(call.scope.caller, name);
  call.rule = rule;
  call.mustAsk = decision === "ask";
  if (decision !== "deny") return undefined;
  const reason = reasons(call.scope.locale).notPermitted(name, level);
  return { ...callFacts(call), status: "denied", code: "NOT_PERMITTED", reason, unseen: unseenTool(call, place) };
}
