/**
 * What the guard of an SOP costs a call: `node test/bench/conformance.bench.ts`. Twenty steps, fifty calls; a call is
 * judged, announced and settled. The ratio is to a loop that looks up one tool in a map, in the same process.
 */
import { conformance } from "../../src/skills/conformance.ts";
import { parseSop } from "../../src/skills/parse-sop.ts";
import type { SopState } from "../../src/skills/sop-state.ts";

const steps = Array.from({ length: 20 }, (_, index) => {
  const when = index % 4 === 3 ? `\n    when: { step: s${index - 1}, path: state, equals: open }` : "";
  const args = index % 5 === 4 ? `\n    args: { id: { sameAs: s${index - 1} } }` : "";
  const after = index === 0 ? "" : `\n    after: [s${index - 1}]`;
  return `  - id: s${index}\n    tool: desk/tool_${index}${after}${when}${args}`;
});
const block = ["```sop", "steps:", ...steps, "never: [desk/delete]", "```"].join("\n");
const prose = ["## Steps", ...steps.map((_, index) => `${index + 1}. You MUST call \`desk/tool_${index}\`.`)].join(
  "\n",
);

const calls = Array.from({ length: 50 }, (_, index) => ({
  callId: `run/node/${index}`,
  tool: `desk/tool_${index % 20}`,
  input: { id: "E1", reason: "storm" },
}));
const output = { state: "open", id: "E1" };

const best = { block: Infinity, prose: Infinity, lookup: Infinity };
const checkers = {
  block: conformance(parseSop(block, { firstLine: 1 })),
  prose: conformance(parseSop(prose, { firstLine: 1 })),
};
const tools = new Map(calls.map(({ tool }, index) => [tool, index]));

function guard(checker: (typeof checkers)["block"]): SopState {
  let state = checker.initial;
  for (const call of calls) {
    if (checker.check(state, call).kind === "refused") throw new Error("every call of this run is in order");
    state = checker.next(state, { type: "start", ...call });
    state = checker.next(state, { type: "call", ...call, status: "ok", output });
  }
  return state;
}

function timed(work: () => unknown): number {
  const start = performance.now();
  for (let round = 0; round < 200; round += 1) work();
  return ((performance.now() - start) * 1000) / (200 * calls.length);
}

let found = 0;
for (let round = 0; round < 30; round += 1) {
  best.block = Math.min(
    best.block,
    timed(() => guard(checkers.block)),
  );
  best.prose = Math.min(
    best.prose,
    timed(() => guard(checkers.prose)),
  );
  best.lookup = Math.min(
    best.lookup,
    timed(() => calls.forEach(({ tool }) => (found += tools.get(tool) ?? 0))),
  );
}
console.log(`sop block, 20 steps, 50 calls: ${best.block.toFixed(2)} µs a call (goal 3)`);
console.log(`prose, 20 steps, 50 calls:     ${best.prose.toFixed(2)} µs a call (goal 3)`);
console.log(`ratio to one look-up in a map: ${(best.block / best.lookup).toFixed(0)} (checksum ${found})`);
