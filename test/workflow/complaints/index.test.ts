import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

/*
 * What people report of approvals and resumes in other frameworks, and what LangGraph itself does when it is used in the
 * obvious way. Each line names the public report, and the tests of what holds here.
 */
const nested = "complaints/nested-approvals";
const restart = "complaints/approvals-after-a-restart";
const paths = "complaints/approvals-on-every-path";
const traps = "complaints/traps-of-langgraph";

const held: readonly (readonly [report: string, file: string, test: string])[] = [
  ["mastra 9288", restart, "still waits, and goes on: branches that had ended stay ended"],
  ["mastra 6065, 5650, 9228, 21229", nested, "is one question, resumes where it was asked"],
  ["mastra 11270", restart, "still waits, and goes on"],
  ["mastra 19083", restart, "gives each decision to its own call, in whatever order and process"],
  ["mastra 15776, 16350", paths, "is asked about where its tool was found by a search, and only once"],
  ["mastra 14996", paths, "is asked about in a stream too, and nothing runs before"],
  ["mastra 11364", restart, "does not ask again about a call that a person refused"],
  ["mastra 16506, 15799", paths, "shows the same arguments as its tool then gets"],
  ["deepagentsjs 725", nested, "repeats neither the steps before nor the model"],
  ["deepagents 554", nested, "takes %s"],
  ["deepagents 420", "approvals", "a call that needs none runs before the person is asked, and not again after"],
  ["deep-agents-ui 45, 28", paths, "is asked about in a stream too, and nothing runs before"],
  ["langgraphjs 1298, 1552", nested, "may be followed by a second one, which is asked and waited for too"],
  ["langchainjs 11125", traps, "of several calls in one turn each has its own decision"],
  ["ai 19979", "governance", "a decision that was made here counts"],
  ["ai 19979", paths, "cannot be confirmed by the model, %s"],
  ["ai 20071, 10196", restart, "goes on with its whole conversation, each call with its result"],
  ["ai 11434, 11001", paths, "is asked about where its tool comes with a JSON Schema"],
  ["ai 8107", "cancel-run", "while it works stops its tools"],
  ["vercel workflow 1387", paths, "calls are made and the loop goes on, whatever reason"],
  ["openai-agents-js 131, 993", restart, "still waits, and goes on"],
  ["openai-agents-js 680, 996, 1750", nested, "belongs to its own branch where two run side by side"],
  ["openai-agents-js 441", "crash", "a process killed at point %i loses nothing and does no write twice"],
  ["openai-agents-js 61, 1177", paths, "is asked about in a stream too, and nothing runs before"],
  ["claude-code 4740", paths, "a node that is given no tools can call none"],
  ["airship 14, claude-agent-sdk 127", paths, "is asked about though the skill allows its tool by name"],

  [
    "langgraph P1: a bad resume wedges the thread",
    traps,
    "with a decision that does not fit is refused, and the next one counts",
  ],
  ["langgraph P1: a bad resume wedges the thread", "approvals", "is refused, nothing is stored and nothing runs"],
  ["langgraph P1b: one value answers all", "approvals", "three in each of two parallel nodes, decided in mixed order"],
  [
    "langgraph P1b: resumes of ended and unknown threads",
    traps,
    "of a thread that nobody knows, or whose run has ended",
  ],
  ["langgraph P2: a subgraph doubles shared lists", nested, "is not doubled by the nesting"],
  ["langgraph P3: goto to nowhere", "silent-ends", "when an edge returns a name that is no node"],
  ["langgraph P3: unknown keys", "silent-ends", "when a node writes a key that the state does not have"],
  [
    "langgraph P3: the pending node is gone",
    "resume",
    "stands at a node that is gone: the resume is refused and names it",
  ],
  ["langgraph P3: new input discards the approval", traps, "new input on a thread that waits is refused"],
  [
    "langgraph P4: an error ends the run in silence",
    "failures",
    "fails the run without a fallback edge, with its own words",
  ],
  [
    "langgraph P5: what watches calls makes errors fatal",
    traps,
    "a tool that throws is answered to the model, whatever watches",
  ],
  ["langgraph P6: mixed decisions", traps, "those approved run, those refused do not"],
  [
    "langgraph P7: a catch swallows the interrupt",
    traps,
    "a node that catches what stops it, and %s, waits all the same",
  ],
  ["langgraph P7: thrown texts", traps, "a node that throws %j fails the run in our words"],
  ["langgraph P8: no lock", "resume", "is worked on by one runner at a time"],
  ["langgraph P8: no lock", "zombie", "does not pay when it wakes up after another has finished the run"],
  ["langgraph P9: two graphs on one thread", traps, "by another workflow is refused, though the store is one"],
  [
    "langgraph P10: tracing code in every node",
    traps,
    "nothing of a run is told to a tracing service while tracing is off",
  ],
];

test.each(held)("%s: %s, %s", (_report, file, name) => {
  expect(readFileSync(join(import.meta.dirname, "..", `${file}.test.ts`), "utf8")).toContain(name);
});
