import { canonicalJson } from "../base/json.ts";
import type { SopBan } from "./sop-ban.ts";
import type { SopStep } from "./sop.ts";
import { doesContain } from "./value-test.ts";

/** True when every call that could serve the step has the arguments that a ban speaks of. */
export function banCovers(ban: SopBan, step: SopStep): boolean {
  return (ban.args ?? []).every((banned) => {
    const wanted = step.args?.find((argument) => argument.name === banned.name)?.equals;
    if (wanted === undefined) return false;
    if (banned.contains !== undefined) return doesContain(wanted, banned.contains);
    return banned.equals !== undefined && canonicalJson(wanted) === canonicalJson(banned.equals);
  });
}
