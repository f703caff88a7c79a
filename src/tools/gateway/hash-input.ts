import { createHash } from "node:crypto";
import { canonicalJson } from "../../base/json.ts";
import type { ToolCall } from "./stage.ts";

/** SHA-256 (hex) of the checked arguments in canonical form; made when first needed, kept on the call. */
export function hashInput(call: ToolCall): string {
  return (call.inputHash ??= createHash("sha256").update(canonicalJson(call.input)).digest("hex"));
}
