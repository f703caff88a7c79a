import type { Skill } from "../skills/skill.ts";
import { createAccess } from "../tools/access-policy.ts";
import type { AuditCall } from "../tools/audited-call.ts";
import type { CallScope, ToolGrant } from "../tools/call-scope.ts";
import type { AnyTool } from "../tools/tool.ts";
import { confirmationsOf } from "./confirmations.ts";
import { doubtsOf } from "./doubts.ts";
import type { SopGuard } from "./sop-guard.ts";
import type { VisitJournal } from "./visit-journal.ts";
import type { Visit } from "./visit.ts";

/** What the calls of one node visit may do, and what they share. */
export function nodeScope(
  visit: Visit,
  parts: {
    readonly journal: VisitJournal;
    readonly tools?: readonly string[] | undefined;
    readonly skill?: Skill;
    readonly builtins?: readonly AnyTool[];
    readonly guard?: SopGuard | undefined;
  },
): CallScope {
  const { context } = visit;
  const grants: ToolGrant[] = [];
  if (parts.tools) grants.push({ allow: parts.tools, source: `node "${visit.node}"`, code: "NOT_GRANTED" });
  if (parts.skill?.allowedTools)
    grants.push({ allow: parts.skill.allowedTools, source: `skill "${parts.skill.name}"`, code: "NOT_IN_SKILL" });
  const caller = {
    run: context.run,
    thread: context.thread,
    node: visit.path,
    workflow: context.workflow,
    ...(context.user !== undefined && { user: context.user }),
  };
  const access = createAccess(context.parts.governance?.policies);
  const { versions } = context.row;
  return {
    caller,
    locale: context.locale,
    grants,
    ...(parts.builtins && { builtins: new Map(parts.builtins.map((tool) => [tool.name, tool])) }),
    journal: parts.journal,
    ...(parts.guard && { guard: parts.guard }),
    confirmation: confirmationsOf(visit),
    doubt: doubtsOf(visit),
    signal: visit.signal,
    emit: context.emit,
    audit: context.shared ? auditOwn(context.audit.record, parts.journal) : context.audit.record,
    taint: context.taint,
    ...(access && { permits: (tool: string) => access.decide(caller, tool).decision !== "deny" }),
    ...(versions && { versions }),
    ...(context.secrets && { secrets: context.secrets }),
  };
}

/** What a fork has in common with another run stands in the audit trail under that run; what it did itself, under its own. */
function auditOwn(record: AuditCall, journal: VisitJournal): AuditCall {
  return (call) => {
    const { callId, attempts, replayed } = call.outcome;
    const isOwn = attempts > 0 && replayed !== true;
    if (isOwn || journal.row(callId)?.sharedFrom === undefined) record(call);
  };
}
