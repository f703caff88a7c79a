import { canonicalJson } from "../../base/json.ts";
import type { Rehearsal, RehearsalTurn } from "../../model/rehearsal.ts";
import type { Trajectory, TrajectoryStep } from "./trajectory.ts";
import type { UnwantedCall } from "./unwanted-calls.ts";

/** A run that is wrong on purpose: a step is left out, two are swapped, or something is called that must not be. */
export interface Mutant {
  readonly kind: "dropped" | "swapped" | "forbidden";
  /** In words: `events/list (turn 2)`. */
  readonly what: string;
  readonly rehearsal: Rehearsal;
}

/**
 * All mutants of a trajectory. Two neighbouring calls of one node are swapped where they are of different tools, since
 * calls of one tool have no order that a procedure speaks of; and not within one turn where both only look, since those
 * run side by side. The model of a mutant is stubborn: told what is missing, it says
 * its last words again.
 */
export function makeMutants(trajectory: Trajectory, unwanted: readonly UnwantedCall[]): Mutant[] {
  const { turns } = trajectory.rehearsal;
  const mutant = (kind: Mutant["kind"], what: string, changed: readonly RehearsalTurn[]): Mutant => ({
    kind,
    what,
    rehearsal: stubborn({ ...trajectory.rehearsal, turns: changed }),
  });
  return [
    ...trajectory.steps.map((step) => mutant("dropped", nameOf(step), drop(turns, step))),
    ...neighbours(trajectory).map(([first, second]) =>
      mutant("swapped", `${nameOf(first)} and ${nameOf(second)}`, swap(turns, first, second)),
    ),
    ...unwanted.map((call) => mutant("forbidden", `${call.tool} (${call.why})`, insert(turns, call))),
  ];
}

/** The trajectory as it was, with a model as stubborn as that of its mutants. */
export function unchanged(trajectory: Trajectory): Rehearsal {
  return stubborn(trajectory.rehearsal);
}

function stubborn(rehearsal: Rehearsal): Rehearsal {
  const last = new Map(rehearsal.turns.map((turn, index) => [turn.node, index]));
  const turns = rehearsal.turns.map((turn, index) =>
    last.get(turn.node) === index ? { ...turn, times: Infinity } : turn,
  );
  return { ...rehearsal, turns };
}

function nameOf({ tool, turn }: TrajectoryStep): string {
  return `${tool} (turn ${turn + 1})`;
}

function neighbours({ steps, rehearsal }: Trajectory): (readonly [TrajectoryStep, TrajectoryStep])[] {
  const callOf = ({ turn, position }: TrajectoryStep): unknown => rehearsal.turns[turn]!.call[position];
  return steps.flatMap((first, index): [] | [readonly [TrajectoryStep, TrajectoryStep]] => {
    const second = steps.slice(index + 1).find((step) => step.node === first.node);
    if (!second || second.tool === first.tool) return [];
    if (second.turn === first.turn && !first.changes && !second.changes) return [];
    return canonicalJson(callOf(first)) === canonicalJson(callOf(second)) ? [] : [[first, second] as const];
  });
}

/** A turn whose only call is dropped goes as a whole: its words alone would end the node. */
function drop(turns: readonly RehearsalTurn[], step: TrajectoryStep): RehearsalTurn[] {
  return turns.flatMap((turn, index) => {
    if (index !== step.turn) return [turn];
    const call = turn.call.filter((_call, position) => position !== step.position);
    return call.length === 0 ? [] : [{ ...turn, call }];
  });
}

function swap(turns: readonly RehearsalTurn[], first: TrajectoryStep, second: TrajectoryStep): RehearsalTurn[] {
  const [one, other] = [turns[first.turn]!.call[first.position]!, turns[second.turn]!.call[second.position]!];
  return turns.map((turn, index) => ({
    ...turn,
    call: turn.call.map((call, position) => {
      if (index === first.turn && position === first.position) return other;
      return index === second.turn && position === second.position ? one : call;
    }),
  }));
}

/** Before the node's last words, or before its first. */
function insert(turns: readonly RehearsalTurn[], { node, tool, input, at }: UnwantedCall): RehearsalTurn[] {
  const nodes = turns.map((turn) => turn.node);
  const index = at === "start" ? nodes.indexOf(node) : nodes.lastIndexOf(node);
  const call = [{ tool, with: {}, raw: JSON.stringify(input) }];
  return turns.toSpliced(index, 0, { line: turns[index]!.line, node, call, times: 1 });
}
