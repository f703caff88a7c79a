import type { AuditEntry } from "./audit-store.ts";
import type { RegistryChange } from "./registry-store.ts";

/**
 * The entry of the audit trail about a change of the registry, under a name that no tool can have. Its time is part of the
 * id: a restored store counts anew.
 */
export function toAuditEntry({ generation, at, by, what, reason }: RegistryChange): AuditEntry {
  const callId = `registry-${generation}`;
  return {
    id: `${callId}:${at}`,
    at,
    thread: "registry",
    run: "registry",
    node: "operator",
    user: by,
    callId,
    tool: "registry",
    effect: "write",
    input: what,
    output: reason ?? "",
    status: "ok",
    attempts: 1,
    durationMs: 0,
  };
}
