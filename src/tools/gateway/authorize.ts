import { callFacts } from "./call-facts.ts";
import { refusingGrant } from "./grants.ts";
import { reasons } from "./reasons.ts";
import type { Stage } from "./stage.ts";

/** Lets a call pass when every grant of the scope allows its tool. Built-in tools pass: they come with the visit. */
export const authorize: Stage = (call, next) => {
  if (call.builtin) return next(call);
  const name = call.tool!.name;
  const grant = refusingGrant(name, call.scope.grants);
  if (grant === undefined) return next(call);
  const reason = reasons(call.scope.locale).notAllowed({ tool: name, source: grant.source, allow: grant.allow });
  return Promise.resolve({ ...callFacts(call), status: "denied", code: grant.code, reason });
};
