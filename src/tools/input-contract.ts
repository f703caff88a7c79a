import type { Awaitable } from "../base/awaitable.ts";
import type { JsonObject } from "../base/json.ts";
import { type CheckedValue, checkValue } from "./check-value.ts";
import { garbledPathFields } from "./garbled-paths.ts";
import { checkJson } from "./json-schema/check-json.ts";
import { prepareSchema } from "./json-schema/prepare-schema.ts";
import { toInputSchema } from "./input-schema.ts";
import { strictInputOf } from "./strict-input.ts";
import type { AnyTool, Locale } from "./tool.ts";

/** The check of a tool's arguments, whichever kind of schema it has. */
export interface InputContract {
  /** Unknown keys are refused at every depth, defaults filled in. Never throws. */
  check(input: unknown, locale: Locale): Awaitable<CheckedValue>;
  /** Fields at the root that hold paths: a line break in one is a backslash that was not doubled. */
  readonly pathFields: readonly string[];
}

const contracts = new WeakMap<AnyTool, InputContract>();

/** The contract of a tool's arguments; made once for each tool. */
export function inputContractOf(tool: AnyTool): InputContract {
  let contract = contracts.get(tool);
  if (!contract) contracts.set(tool, (contract = createContract(tool)));
  return contract;
}

function createContract(tool: AnyTool): InputContract {
  const schema = tool.inputSchema && prepareSchema(tool.inputSchema);
  const pathFields = garbledPathFields(schema ?? shownSchema(tool));
  if (schema) return { pathFields, check: (input, locale) => checkJson(input, { schema, locale }) };
  return { pathFields, check: (input, locale) => checkInput(input, tool, locale) };
}

function checkInput(input: unknown, tool: AnyTool, locale: Locale): Awaitable<CheckedValue> {
  const { schema, find } = strictInputOf(tool);
  return checkValue(input, { schema, find, locale });
}

/** A tool whose types JSON does not have can be called from code, but never shown. */
function shownSchema(tool: AnyTool): JsonObject {
  try {
    return toInputSchema(tool);
  } catch {
    return {};
  }
}
