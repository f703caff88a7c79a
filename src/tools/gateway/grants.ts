import type { ToolGrant } from "../call-scope.ts";

/** The first grant that does not allow `tool`; `undefined` when all do. */
export function refusingGrant(tool: string, grants: readonly ToolGrant[] | undefined): ToolGrant | undefined {
  if (grants === undefined) return undefined;
  for (const grant of grants) if (!allows(grant.allow, tool)) return grant;
  return undefined;
}

/** True when every grant allows `tool`; no grant at all allows everything. */
export function isGranted(tool: string, grants: readonly ToolGrant[] | undefined): boolean {
  return refusingGrant(tool, grants) === undefined;
}

/** Exact names, `namespace/*`, or `*`. Whatever else is written in a list matches nothing. */
function allows(allow: readonly string[], tool: string): boolean {
  for (const entry of allow) {
    if (entry === tool || entry === "*") return true;
    if (entry.endsWith("/*") && tool.startsWith(entry.slice(0, -1))) return true;
  }
  return false;
}
