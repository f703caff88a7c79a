import { expect, test } from "vitest";
import { z } from "zod";
import type { CallGuard, CallScope, Confirmation, ToolGrant } from "../../../src/tools/call-scope.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import type { AnyTool, ConfirmRule, Effect } from "../../../src/tools/tool.ts";
import { memoryJournal, tryCall } from "./try-gateway.ts";

interface Choice {
  readonly effect: Effect;
  readonly confirm: ConfirmRule;
  readonly grant: "none" | "allows" | "refuses";
  readonly input: unknown;
  readonly problem: boolean;
  readonly guard: "none" | "passes" | "refuses";
  readonly word: "nobody" | "silent" | "approves" | "rejects";
  readonly journal: "none" | "empty" | "started" | "finished";
  readonly viaFallback: boolean;
}

const values: { readonly [Key in keyof Choice]: readonly Choice[Key][] } = {
  effect: ["read", "write", "destructive"],
  confirm: ["never", "always", "each-call"],
  grant: ["none", "allows", "refuses"],
  input: [{ n: 1 }, { n: "1" }, { n: 1, extra: 1 }, undefined],
  problem: [false, true],
  guard: ["none", "passes", "refuses"],
  word: ["nobody", "silent", "approves", "rejects"],
  journal: ["none", "empty", "started", "finished"],
  viaFallback: [false, true],
};

/** Every combination of the values above. */
function combinations(): Choice[] {
  let found: object[] = [{}];
  for (const [key, options] of Object.entries(values))
    found = found.flatMap((part) => options.map((option: unknown) => ({ ...part, [key]: option })));
  return found as Choice[];
}

/** Whether the handler may run at all, said in another way than the gateway says it. */
function mayRun({ confirm, grant, input, problem, guard, word, journal, effect }: Choice): boolean {
  const repaired = JSON.stringify(input) === '{"n":"1"}' && effect === "read";
  const asked = grant !== "refuses" && !problem && (repaired || JSON.stringify(input) === '{"n":1}');
  const onRecord = journal === "finished" || (journal === "started" && effect !== "read");
  return asked && !onRecord && guard !== "refuses" && (confirm === "never" || word === "approves");
}

function scopeOf(choice: Choice, callId: string): Partial<CallScope> {
  const grants: ToolGrant[] = [
    { allow: choice.grant === "allows" ? ["a/first", "a/act"] : ["a/first"], source: "s", code: "NOT_GRANTED" },
  ];
  const check: CallGuard["check"] = (tool) =>
    choice.guard === "refuses" && tool === "a/act" ? { code: "SOP_NEVER", reason: "r" } : undefined;
  const words: Record<Choice["word"], Confirmation | undefined> = {
    nobody: undefined,
    silent: undefined,
    approves: { approved: true },
    rejects: { approved: false },
  };
  const finished = {
    status: "finished",
    attempts: 1,
    outcome: { status: "ok", output: 1, callId, tool: "a/act", attempts: 1, durationMs: 1 },
  } as const;
  const rows =
    choice.journal === "started"
      ? { [callId]: { status: "started", attempts: 1 } as const }
      : choice.journal === "finished"
        ? { [callId]: finished }
        : {};
  return {
    ...(choice.grant !== "none" && { grants }),
    ...(choice.guard !== "none" && { guard: { check, settle: () => {} } }),
    ...(choice.word !== "nobody" && { confirmation: () => words[choice.word] }),
    ...(choice.journal !== "none" && { journal: memoryJournal(rows) }),
  };
}

interface Bench {
  readonly tools: readonly AnyTool[];
  runs: number;
}

/** The tool that acts, alone or behind one that is always down; made once for each kind. */
function benchFor({ effect, confirm, viaFallback }: Choice): Bench {
  const kind = `${effect} ${confirm} ${viaFallback}`;
  const known = benches.get(kind);
  if (known) return known;
  const input = z.object({ n: z.int() });
  const act = defineTool({
    name: "a/act",
    description: "d",
    effect,
    input,
    policy: { confirm },
    run: () => (bench.runs += 1),
  });
  const down = (): never => {
    throw new Error("down");
  };
  const open = z.looseObject({});
  const first = defineTool({
    name: "a/first",
    description: "d",
    effect: "read",
    input: open,
    policy: { fallback: [{ tool: "a/act", unproven: true }] },
    run: down,
  });
  const bench: Bench = { tools: viaFallback ? [first, act] : [act], runs: 0 };
  benches.set(kind, bench);
  return bench;
}

const benches = new Map<string, Bench>();

async function runsOf(choice: Choice): Promise<number> {
  const bench = benchFor(choice);
  const before = bench.runs;
  const scope = scopeOf(choice, choice.viaFallback ? "c1~1" : "c1");
  await tryCall({ tools: bench.tools, input: choice.input, scope, ...(choice.problem && { problem: "unreadable" }) });
  return bench.runs - before;
}

test("no combination of scope and call reaches a handler past a door that is closed, and each open one does", async () => {
  const choices = combinations();
  const wrong: Choice[] = [];
  for (const choice of choices) if ((await runsOf(choice)) !== (mayRun(choice) ? 1 : 0)) wrong.push(choice);
  expect(wrong.slice(0, 3)).toEqual([]);
  expect(choices.length).toBeGreaterThan(10_000);
});
