/**
 * What the guard of an SOP adds to a call in the gateway: `node test/bench/sop-guard.bench.ts`. Twenty steps, fifty
 * calls, events included; rounds with and without a guard take turns, and the best of each counts. Counted is the time of
 * this thread on a processor, so that other work on the machine weighs less.
 */
import { z } from "zod";
import { parseSkill } from "../../src/skills/parse-skill.ts";
import type { CallScope } from "../../src/tools/call-scope.ts";
import { defineTool } from "../../src/tools/define-tool.ts";
import { createGateway } from "../../src/tools/gateway/gateway.ts";
import { createToolRegistry } from "../../src/tools/tool-registry.ts";
import { createSopGuard } from "../../src/workflow/sop-guard.ts";

const tools = Array.from({ length: 20 }, (_, index) =>
  defineTool({
    name: `desk/tool_${index}`,
    description: "Answers.",
    effect: "read",
    input: z.object({ id: z.string() }),
    run: ({ id }) => ({ state: "open", id }),
  }),
);
const steps = tools.map(({ name }, index) => {
  const after = index === 0 ? "" : `\n    after: [s${index - 1}]`;
  const when = index % 4 === 3 ? `\n    when: { step: s${index - 1}, path: state, equals: open }` : "";
  const args = index % 5 === 4 ? `\n    args: { id: { sameAs: s${index - 1} } }` : "";
  return `  - id: s${index}\n    tool: ${name}${after}${when}${args}`;
});
const body = ["```sop", "steps:", ...steps, "never: [desk/delete]", "```"].join("\n");
const { skill } = parseSkill(`---\nname: desk\ndescription: Does the desk.\n---\n${body}\n`, { file: "SKILL.md" });

const gateway = createGateway({ registry: createToolRegistry({ tools }) });
const calls = Array.from({ length: 50 }, (_, index) => ({
  callId: `call_${index}`,
  tool: `desk/tool_${index % 20}`,
  input: { id: "E1" },
}));
const emit = (): void => {};
const bare: CallScope = { caller: { run: "r", thread: "t", node: "n" }, locale: "en", emit };

function guarded(): CallScope {
  const guard = createSopGuard({
    path: "n",
    emit,
    skill: skill!,
    mode: "enforce",
    journal: { endedAt: () => undefined },
  });
  return { ...bare, guard };
}

const visits = 100;

/** Microseconds a call, over visits that follow one another. */
async function timed(scopeOf: () => CallScope): Promise<number> {
  const scopes = Array.from({ length: visits }, scopeOf);
  const start = spentUs();
  for (const scope of scopes) {
    for (const call of calls) {
      const { status } = await gateway.call(call, scope);
      if (status !== "ok") throw new Error(`every call of this run is in order, but ${call.tool} was ${status}`);
    }
  }
  return (spentUs() - start) / (visits * calls.length);
}

function timedMaking(): number {
  const start = spentUs();
  for (let visit = 0; visit < visits; visit += 1) guarded();
  return (spentUs() - start) / visits;
}

function spentUs(): number {
  const { user, system } = process.threadCpuUsage();
  return user + system;
}

const best = { bare: Infinity, guarded: Infinity, making: Infinity };
for (let round = 0; round < 40; round += 1) {
  best.bare = Math.min(best.bare, await timed(() => bare));
  best.guarded = Math.min(best.guarded, await timed(guarded));
  best.making = Math.min(best.making, timedMaking());
}
console.log(`gateway without a guard:   ${best.bare.toFixed(2)} µs a call`);
console.log(`with a guard of 20 steps:  ${best.guarded.toFixed(2)} µs a call`);
console.log(`the guard:                 ${(best.guarded - best.bare).toFixed(2)} µs a call (goal 3)`);
console.log(`making a guard:            ${best.making.toFixed(0)} µs a visit`);
