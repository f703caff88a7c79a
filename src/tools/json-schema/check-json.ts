import { type Awaitable, isPromise } from "../../base/awaitable.ts";
import type { JsonObject } from "../../base/json.ts";
import { type CheckedValue, refusedByCheck, RefusedValue } from "../check-value.ts";
import type { Locale } from "../tool.ts";
import { toFaultPlaces, toJsonIssues } from "./json-issues.ts";
import { type JsonValidator, jsonValidator } from "./json-validator.ts";

/** How to check. */
export interface JsonCheck {
  /** A prepared schema. */
  readonly schema: JsonObject;
  /** The language of the issues. */
  readonly locale: Locale;
}

/** Checks a value against a prepared JSON Schema. Never throws: a schema that cannot be compiled refuses every value. */
export function checkJson(value: unknown, check: JsonCheck): Awaitable<CheckedValue> {
  try {
    const validator = jsonValidator(check.schema);
    if (!isPromise(validator)) return apply(validator, value, check);
    return validator.then((ready) => apply(ready, value, check)).catch(refusedByCheck);
  } catch (thrown) {
    return refusedByCheck(thrown);
  }
}

function apply(validator: JsonValidator, value: unknown, { locale }: JsonCheck): CheckedValue {
  const checked = validator(value);
  if ("value" in checked) return { valid: true, value: checked.value };
  const { faults } = checked;
  return new RefusedValue(() => toJsonIssues(faults, value, locale), toFaultPlaces(faults));
}
