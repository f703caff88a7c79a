import { joinNames } from "../base/names.ts";
import { leadingJson, type RehearsalScene, type SceneResult } from "./rehearsal-scene.ts";
import type { RehearsalCondition, RehearsalTurn } from "./rehearsal.ts";

/** Why a turn does not answer. */
export interface WhyNot {
  /** Continues "Turn 3 ...". */
  readonly reason: string;
  /** The turn belongs to another node or skill. */
  readonly elsewhere: boolean;
}

/** Why a turn does not fit a scene; `undefined` when it does. */
export function whyNot(turn: RehearsalTurn, scene: RehearsalScene): WhyNot | undefined {
  if (turn.node !== undefined && scene.node !== turn.node && !scene.node?.endsWith(`/${turn.node}`)) {
    return { reason: `is for node "${turn.node}"`, elsewhere: true };
  }
  if (turn.skill !== undefined && !scene.skills.includes(turn.skill)) {
    const here = scene.skills.length === 0 ? "none is" : `${joinNames(scene.skills)} is`;
    return { reason: `is for skill "${turn.skill}"; ${here} in the prompt`, elsewhere: true };
  }
  const reason = turn.when && unmet(turn.when, scene);
  return reason === undefined ? undefined : { reason, elsewhere: false };
}

/** A turn in a few words: for whom it is, and what it does. */
export function describeTurn(turn: RehearsalTurn): string {
  const place = [turn.node && `node ${turn.node}`, turn.skill && `skill ${turn.skill}`].filter(Boolean).join(", ");
  const deed =
    turn.call.length > 0
      ? `call ${joinNames(turn.call.map((call) => call.tool))}`
      : `say "${(turn.say ?? "").slice(0, 60)}"`;
  return place === "" ? deed : `${place}, ${deed}`;
}

function unmet(when: RehearsalCondition, scene: RehearsalScene): string | undefined {
  const { tool, status } = when;
  const lastUserText = scene.userTexts.at(-1) ?? "";
  const unsaid = when.user.find((text) => !lastUserText.includes(text));
  if (unsaid !== undefined) return `waits for the user to say ${JSON.stringify(unsaid)}`;
  const results = tool === undefined ? scene.newResults : scene.newResults.filter((result) => result.tool === tool);
  if (tool !== undefined && results.length === 0) return `waits for a result of ${tool}`;
  const texts =
    tool === undefined ? [...results.map(({ text }) => text), ...scene.newUserTexts] : results.map(({ text }) => text);
  const absent = when.contains.find((text) => !texts.some((candidate) => candidate.includes(text)));
  const from = tool === undefined ? "a message" : `a result of ${tool}`;
  if (absent !== undefined) return `waits for ${from} that contains ${JSON.stringify(absent)}`;
  if (status !== undefined && !results.some((result) => statusOf(result) === status))
    return `waits for ${from} that is ${status}`;
  return undefined;
}

/** What went wrong with a tool is told in a sentence that names it; what it answered is not. */
function statusOf({ tool, text }: SceneResult): "ok" | "failed" {
  const isData = typeof leadingJson(text) === "object";
  return !isData && text.slice(0, 300).includes(tool) ? "failed" : "ok";
}
