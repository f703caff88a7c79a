import { expect, test } from "vitest";
import type { Rehearsal, RehearsalTurn } from "../../../src/model/rehearsal.ts";
import { makeMutants } from "../../../src/project/testing/make-mutants.ts";
import type { Trajectory } from "../../../src/project/testing/trajectory.ts";

function turn(node: string, ...tools: readonly string[]): RehearsalTurn {
  return { line: 1, node, call: tools.map((tool) => ({ tool, with: {} })), times: 1 };
}

function trajectoryOf(turns: readonly RehearsalTurn[], changing: readonly string[] = []): Trajectory {
  const steps = turns.flatMap(({ node, call }, index) =>
    call.flatMap(({ tool }, position) =>
      tool === "node/finish" ? [] : [{ turn: index, position, tool, node: node!, changes: changing.includes(tool) }],
    ),
  );
  return { rehearsal: { turns } as Rehearsal, steps, calls: [] };
}

/** `node: tool tool, tool!`, the last turn of a node marked. */
function told({ turns }: Rehearsal): string {
  return turns
    .map(
      ({ call, times }) => `${call.map(({ tool, raw }) => `${tool}${raw ?? ""}`).join("+")}${times === 1 ? "" : "!"}`,
    )
    .join(" ");
}

test("drops each call, with its turn where it stands alone, and swaps neighbours", () => {
  const turns = [turn("a", "x/1"), turn("a", "x/2", "x/3"), turn("a", "node/finish")];
  const mutants = makeMutants(trajectoryOf(turns, ["x/3"]), []);
  expect(mutants.map(({ kind, what, rehearsal }) => `${kind} ${what}: ${told(rehearsal)}`)).toEqual([
    "dropped x/1 (turn 1): x/2+x/3 node/finish!",
    "dropped x/2 (turn 2): x/1 x/3 node/finish!",
    "dropped x/3 (turn 2): x/1 x/2 node/finish!",
    "swapped x/1 (turn 1) and x/2 (turn 2): x/2 x/1+x/3 node/finish!",
    "swapped x/2 (turn 2) and x/3 (turn 2): x/1 x/3+x/2 node/finish!",
  ]);
});

test("swaps no calls of one tool, of two nodes, or that look side by side", () => {
  const turns = [turn("a", "x/1"), turn("a", "x/1"), turn("b", "x/2", "x/3")];
  const kinds = makeMutants(trajectoryOf(turns), []).map(({ kind }) => kind);
  expect(kinds).toEqual(["dropped", "dropped", "dropped", "dropped"]);
});

test("makes an unwanted call before the node's last words, or before its first", () => {
  const turns = [turn("a", "x/1"), turn("b", "x/2"), turn("a", "node/finish")];
  const unwanted = { node: "a", tool: "x/9", input: { id: 1 }, why: "why" };
  const [end, start] = makeMutants({ ...trajectoryOf(turns), steps: [] }, [
    { ...unwanted, at: "end" },
    { ...unwanted, at: "start" },
  ]);
  expect(end).toMatchObject({ kind: "forbidden", what: "x/9 (why)" });
  expect(told(end!.rehearsal)).toBe('x/1 x/2! x/9{"id":1} node/finish!');
  expect(told(start!.rehearsal)).toBe('x/9{"id":1} x/1 x/2! node/finish!');
});
