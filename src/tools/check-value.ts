import { z } from "zod";
import { type Awaitable, isPromise } from "../base/awaitable.ts";
import { toFailure } from "./failure.ts";
import { toInputIssues } from "./input-issues.ts";
import type { InputIssue } from "./tool-outcome.ts";
import type { Locale } from "./tool.ts";

/** A value after its check: as the schema gives it, or what is wrong with it. */
export type CheckedValue =
  | { readonly valid: true; readonly value: unknown }
  | { readonly valid: false; readonly issues: readonly InputIssue[] };

/** A schema to check by. */
export interface ValueSchema {
  readonly schema: z.core.$ZodType;
  /** True where a plain yes or no costs next to nothing; then what is wrong is looked for when somebody asks. */
  readonly quick?: boolean;
}

/** How to check. */
export interface ValueCheck extends ValueSchema {
  /** The language of the issues. */
  readonly locale: Locale;
}

/** Checks a value at once where the schema can, and never throws: a schema whose own code throws refuses the value. */
export function checkValue(value: unknown, check: ValueCheck): Awaitable<CheckedValue> {
  try {
    if (check.quick && !z.core.validate(check.schema, value)) return new RefusedValue(() => findIssues(value, check));
    return toChecked(z.core.safeParse(check.schema, value), value, check);
  } catch (error) {
    if (!(error instanceof z.core.$ZodAsyncError)) return refusedByCheck(error);
    return z.core.safeParseAsync(check.schema, value).then((parsed) => toChecked(parsed, value, check), refusedByCheck);
  }
}

function toChecked(parsed: z.core.util.SafeParseResult<unknown>, input: unknown, check: ValueCheck): CheckedValue {
  if (parsed.success) return { valid: true, value: parsed.data };
  return new RefusedValue(() => toInputIssues(parsed.error.issues, { input, ...check }));
}

/** As a failed parse does, without the error and its stack, which cost more than the check. */
function findIssues(value: unknown, check: ValueCheck): readonly InputIssue[] {
  const context = { async: false };
  // oxlint-disable-next-line no-underscore-dangle -- the name is zod's
  const result = check.schema._zod.run({ value, issues: [] }, context);
  if (isPromise(result)) return [];
  const found = result.issues.map((issue) => z.core.util.finalizeIssue(issue, context, z.core.config()));
  return toInputIssues(found, { input: value, ...check });
}

/** A value that did not pass. What is wrong is worded when somebody asks: a repair may come first. */
export class RefusedValue {
  readonly valid = false;
  #issues: readonly InputIssue[] | undefined;
  readonly #list: () => readonly InputIssue[];

  constructor(list: () => readonly InputIssue[]) {
    this.#list = list;
  }

  get issues(): readonly InputIssue[] {
    return (this.#issues ??= this.#list());
  }
}

/** What a check that throws comes to: the value is refused, with what was thrown. */
export function refusedByCheck(thrown: unknown): CheckedValue {
  const issue: InputIssue = { path: "", expected: toFailure(thrown).reason, received: "a value that breaks the check" };
  return { valid: false, issues: [issue] };
}
