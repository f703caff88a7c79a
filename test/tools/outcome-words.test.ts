import { describe, expect, test } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/tools/define-tool.ts";
import { toOutcomeMessage } from "../../src/tools/outcome-message.ts";
import { toolError } from "../../src/tools/tool-error.ts";
import type { ToolOutcome } from "../../src/tools/tool-outcome.ts";
import type { Effect, Idempotency, Locale } from "../../src/tools/tool.ts";
import { tryCall } from "./gateway/try-gateway.ts";

/** What a message says of the world after a call that failed. */
type Said = "nothing was changed" | "it may have acted, again is harmless" | "a part may be done" | "nobody knows";

const phrases: Readonly<Record<Said, Readonly<Record<Locale, RegExp>>>> = {
  "nothing was changed": { en: /nothing was changed/i, zh: /没有任何改动/ },
  "it may have acted, again is harmless": {
    en: /it may have acted.* The same call may be made once more.*: a second time does nothing more/,
    zh: /可能已经生效.*重复同样的调用一次，重复不会再产生改动/,
  },
  "a part may be done": { en: /a part of it may have been done.* Do not repeat/, zh: /可能已完成一部分.*请勿重复/ },
  "nobody knows": { en: /not known whether .* took effect.* Do not call it again/, zh: /无法确定.*请勿再次调用/ },
};

const kinds: readonly (readonly [Effect, Idempotency])[] = [
  ["read", "safe"],
  ["write", "safe"],
  ["write", "keyed"],
  ["write", "none"],
  ["destructive", "safe"],
  ["destructive", "keyed"],
  ["destructive", "none"],
];
const error = (effect: "none" | "unknown" | "reported", more: object = {}): Error =>
  toolError({ code: "NO", message: "No.", effect, ...more });
const unknown = ["nothing was changed", "it may have acted, again is harmless", "nobody knows"] as const;
const sure = ["nothing was changed", "nothing was changed", "nothing was changed"] as const;
const partly = ["nothing was changed", "it may have acted, again is harmless", "a part may be done"] as const;

/** What is thrown, attempt by attempt, and what is said of a read, a change that is safe, and any other change. */
const failures: readonly (readonly [string, readonly (Error | "hang" | "cancel")[], readonly [Said, Said, Said]])[] = [
  ["throws anything", [new Error("broken")], unknown],
  ["throws that its server is busy", [Object.assign(new Error("busy"), { status: 503 })], unknown],
  ["throws that its connection was cut", [Object.assign(new Error("cut"), { code: "ECONNRESET" })], unknown],
  ["throws that it does not know", [error("unknown")], unknown],
  ["throws that nothing happened", [error("none")], sure],
  ["throws that nothing happened, and when to come again", [error("none", { retryAfterMs: 60_000 })], sure],
  ["throws what somebody reported", [error("reported")], partly],
  ["throws what passes, as it was reported", [error("reported", { retryable: true })], partly],
  ["does not answer", ["hang"], unknown],
  ["is cut off by the end of the run", ["cancel"], unknown],
  ["throws anything, and then that nothing happened", [new Error("broken"), error("none")], unknown],
  ["throws what was reported, and then that nothing happened", [error("reported"), error("none")], partly],
  ["throws what was reported, and then what passes", [error("reported"), error("none", { retryable: true })], partly],
  ["throws that nothing happened, twice", [error("none"), error("none", { retryable: true })], sure],
];

interface Failing {
  readonly effect: Effect;
  readonly idempotency: Idempotency;
  readonly ends: readonly (Error | "hang" | "cancel")[];
  readonly locale: Locale;
}

function failed({ effect, idempotency, ends, locale }: Failing): Promise<ToolOutcome> {
  const run = new AbortController();
  const tool = defineTool({
    name: "shop/order",
    description: "d",
    effect,
    idempotency,
    input: z.object({}),
    policy: { timeoutMs: 30, ...(ends.length > 1 && { retry: { maxAttempts: ends.length, backoffMs: 0 } }) },
    run: (_input, { attempt }) => {
      const end = ends[attempt - 1]!;
      if (end instanceof Error) throw end;
      if (end === "cancel") queueMicrotask(() => run.abort());
      return new Promise(() => {});
    },
  });
  return tryCall({
    tools: [tool],
    input: {},
    scope: { locale, signal: run.signal, confirmation: () => ({ approved: true }) },
  });
}

function saidIn(message: string, locale: Locale): string[] {
  return Object.entries(phrases).flatMap(([said, words]) => (words[locale].test(message) ? [said] : []));
}

describe.each(failures)("a tool that %s", (_, ends, [ofRead, ofSafe, ofOther]) => {
  // One that acts twice is never made twice.
  const possible = kinds.filter(([, idempotency]) => ends.length === 1 || idempotency !== "none");
  test.each(possible)("%s, %s", async (effect, idempotency) => {
    const said = effect === "read" ? ofRead : idempotency === "safe" ? ofSafe : ofOther;
    for (const locale of ["en", "zh"] as const) {
      const message = toOutcomeMessage(await failed({ effect, idempotency, ends, locale }), locale);
      expect([message, ...saidIn(message, locale)]).toEqual([message, said]);
    }
  });
});
