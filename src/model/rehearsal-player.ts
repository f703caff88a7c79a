import type { SopwithError } from "../base/errors.ts";
import { describeTurn, whyNot } from "./rehearsal-condition.ts";
import { rehearsalMismatch } from "./rehearsal-errors.ts";
import { readScene, type RehearsalScene, type SceneResult } from "./rehearsal-scene.ts";
import { fillTemplates, type MissingValue } from "./rehearsal-template.ts";
import type { Rehearsal, RehearsalTurn } from "./rehearsal.ts";

/** What the scripted model answers to one request. */
export interface PlayedAnswer {
  /** `rehearsal#3` for the third turn of the file: a journal that keeps it knows which turns were played. */
  readonly model: string;
  readonly text: string;
  readonly calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[];
}

/** A rehearsal while it is played. */
export interface RehearsalPlayer {
  /** @throws `REHEARSAL_MISMATCH` when no turn fits or a template has no value */
  answer(body: Readonly<Record<string, unknown>>): PlayedAnswer;
  /** The turns that never answered, one line each. */
  unused(): readonly string[];
}

/**
 * Plays turns: the first in file order that is not used up, is for the request's node and skill, and whose condition
 * holds. `played` names the turns that answered in an earlier process, as the models of those answers.
 */
export function createRehearsalPlayer(rehearsal: Rehearsal, played: readonly string[] = []): RehearsalPlayer {
  const used = rehearsal.turns.map(() => 0);
  for (const model of played) {
    const index = Number(/^rehearsal#(\d+)$/.exec(model)?.[1]) - 1;
    if (used[index] !== undefined) used[index] += 1;
  }
  const tools = new Set(
    rehearsal.turns.flatMap((turn) => [...turn.call.map((call) => call.tool), turn.when?.tool ?? ""]),
  );
  const isOpen = (turn: RehearsalTurn, index: number): boolean => used[index]! < turn.times;
  return {
    answer(body) {
      const scene = readScene(body, tools);
      const index = rehearsal.turns.findIndex((turn, at) => isOpen(turn, at) && whyNot(turn, scene) === undefined);
      const turn = rehearsal.turns[index];
      if (!turn) throw noTurnFits(rehearsal, rehearsal.turns.filter(isOpen), scene);
      const answer = perform(turn, scene, { file: rehearsal.file, number: index + 1 });
      used[index] = used[index]! + 1;
      return answer;
    },
    unused: () =>
      rehearsal.turns.flatMap((turn, index) =>
        used[index] === 0 ? [`turn ${index + 1} (line ${turn.line}) was not needed: ${describeTurn(turn)}`] : [],
      ),
  };
}

function perform(
  turn: RehearsalTurn,
  scene: RehearsalScene,
  place: { readonly file: string; readonly number: number },
): PlayedAnswer {
  const missing: MissingValue[] = [];
  const calls = turn.call.map((call, position) => ({
    id: `call_${scene.calls + position + 1}`,
    name: scene.encode(call.tool),
    arguments: call.raw ?? JSON.stringify(fillTemplates(call.with, scene, missing)),
  }));
  const said = fillTemplates(turn.say ?? "", scene, missing);
  if (missing.length > 0) {
    throw rehearsalMismatch(
      `Turn ${place.number} of the rehearsal uses what is not there.`,
      missing.map(({ template, reason }) => `${template} has no value: ${reason}`),
      { file: place.file, line: turn.line },
    );
  }
  const text = typeof said === "string" ? said : JSON.stringify(said);
  return { model: `rehearsal#${place.number}`, text, calls };
}

/** The difference: what the turns that are left wait for, and what came. Turns of other nodes say little, so they come last. */
function noTurnFits(rehearsal: Rehearsal, open: readonly RehearsalTurn[], scene: RehearsalScene): SopwithError {
  const reasons = open.map((turn) => ({ turn, why: whyNot(turn, scene)! }));
  reasons.sort((a, b) => Number(a.why.elsewhere) - Number(b.why.elsewhere));
  const nearest = reasons.slice(0, 4);
  const left = reasons.length - nearest.length;
  const node = scene.node === undefined ? "" : ` in node "${scene.node}"`;
  return rehearsalMismatch(
    `The rehearsal has no turn for what happens${node}.`,
    [
      ...whatCame(scene),
      ...nearest.map(({ turn, why }) => `Turn ${rehearsal.turns.indexOf(turn) + 1} (line ${turn.line}) ${why.reason}.`),
      ...(left > 0 ? [`${left} more turns do not fit either.`] : []),
      ...(reasons.length === 0 ? ["All turns are used up."] : []),
    ],
    { file: rehearsal.file, line: (nearest[0]?.turn ?? rehearsal.turns.at(-1))?.line ?? 1 },
  );
}

function whatCame(scene: RehearsalScene): string[] {
  const results = scene.newResults.map(({ tool, text }: SceneResult) => `Came: ${tool} answered ${preview(text)}`);
  const texts = scene.newUserTexts.map((text) => `Came: the user's text ${preview(text)}`);
  return [...results, ...texts].slice(0, 6);
}

function preview(text: string): string {
  const line = text.replace(/\s+/g, " ");
  return line.length > 240 ? `${line.slice(0, 239)}…` : line;
}
