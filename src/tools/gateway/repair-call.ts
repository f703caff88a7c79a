import { type Awaitable, isPromise } from "../../base/awaitable.ts";
import type { CheckedValue, FaultPlace } from "../check-value.ts";
import { inputContractOf } from "../input-contract.ts";
import { toInputSchema } from "../input-schema.ts";
import { repairInput } from "../repair/repair-input.ts";
import type { ToolCall } from "./stage.ts";

/**
 * Repairs arguments that did not pass their check and checks them again: for a read by what the schema shows, for a tool
 * that changes something only what says the same in another form. Each repair becomes a note. `undefined` where nothing
 * could be repaired.
 */
export function repairCall(
  call: ToolCall,
  faults: readonly FaultPlace[] | undefined,
): Awaitable<CheckedValue> | undefined {
  const tool = call.tool!;
  const { locale } = call.scope;
  const schema = shownSchema(call);
  if (schema === undefined) return undefined;
  const guided = tool.effect === "read";
  const repaired = repairInput(call.given, { tool: tool.name, schema, guided, locale, faults });
  if (repaired === undefined) return undefined;
  const checked = inputContractOf(tool).check(repaired.value, locale);
  const keep = (result: CheckedValue): CheckedValue => {
    if (!result.valid) return result;
    call.given = repaired.value;
    (call.notes ??= []).push(...repaired.notes);
    return result;
  };
  return isPromise(checked) ? checked.then(keep) : keep(checked);
}

/** Types that JSON does not have leave nothing to be guided by. */
function shownSchema({ tool }: ToolCall): ReturnType<typeof toInputSchema> | undefined {
  try {
    return toInputSchema(tool!);
  } catch {
    return undefined;
  }
}
