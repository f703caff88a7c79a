import { z } from "zod";
import type { Awaitable } from "../base/awaitable.ts";
import { toFailure } from "./failure.ts";
import type { FindIssues, FoundIssue } from "./find-issues.ts";
import { toInputIssues } from "./input-issues.ts";
import type { InputIssue } from "./tool-outcome.ts";
import type { Locale } from "./tool.ts";

/** A value after its check: as the schema gives it, or what is wrong with it. */
export type CheckedValue =
  | { readonly valid: true; readonly value: unknown }
  | {
      readonly valid: false;
      readonly issues: readonly InputIssue[];
      readonly faults?: readonly FaultPlace[] | undefined;
    };

/** A schema to check by. */
export interface ValueSchema {
  readonly schema: z.core.$ZodType;
  /** Where a plain yes or no costs next to nothing: what finds what is wrong after a no. */
  readonly find?: FindIssues | undefined;
}

/** How to check. */
export interface ValueCheck extends ValueSchema {
  /** The language of the issues. */
  readonly locale: Locale;
}

/** Checks a value at once where the schema can, and never throws: a schema whose own code throws refuses the value. */
export function checkValue(value: unknown, check: ValueCheck): Awaitable<CheckedValue> {
  try {
    return refuseQuickly(value, check) ?? toChecked(z.core.safeParse(check.schema, value), value, check);
  } catch (error) {
    if (!(error instanceof z.core.$ZodAsyncError)) return refusedByCheck(error);
    return z.core.safeParseAsync(check.schema, value).then((parsed) => toChecked(parsed, value, check), refusedByCheck);
  }
}

/** `undefined` for a value that is not certain to be wrong. */
function refuseQuickly(value: unknown, { schema, find, locale }: ValueCheck): CheckedValue | undefined {
  if (find === undefined || z.core.validate(schema, value)) return undefined;
  const found = find(value);
  if (found.length === 0) return undefined;
  return new RefusedValue(() => toInputIssues(found, { input: value, schema, locale }), found);
}

function toChecked(
  parsed: z.core.util.SafeParseResult<unknown>,
  input: unknown,
  { schema, locale }: ValueCheck,
): CheckedValue {
  if (parsed.success) return { valid: true, value: parsed.data };
  return new RefusedValue(() => toInputIssues(parsed.error.issues.map(toFound), { input, schema, locale }));
}

function toFound(issue: z.core.$ZodIssue): FoundIssue {
  return { issue, path: issue.path };
}

/** Where something is wrong. */
export interface FaultPlace {
  readonly path: readonly PropertyKey[];
  /** Of an object that has keys it should not have: those that it may have. */
  readonly known?: readonly string[];
}

/** A value that did not pass. What is wrong is worded when somebody asks: a repair may come first. */
export class RefusedValue {
  readonly valid = false;
  /** Each place where something is wrong; absent where that is not known without wording it. */
  readonly faults: readonly FaultPlace[] | undefined;
  #issues: readonly InputIssue[] | undefined;
  readonly #list: () => readonly InputIssue[];

  constructor(list: () => readonly InputIssue[], faults?: readonly FaultPlace[]) {
    this.#list = list;
    this.faults = faults;
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
