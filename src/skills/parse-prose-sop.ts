import { markdownLines } from "./markdown-lines.ts";
import { readStep } from "./read-step.ts";
import type { Sop, SopStep } from "./sop.ts";
import { collectDrafts, type StepDraft } from "./step-drafts.ts";

/**
 * Reads the procedure of a skill from the words of its Markdown. Steps are the numbered lists, numbered headings and binding bullets
 * below a heading such as Steps, Procedure, 步骤 or 流程, with the rules below Rules or 规则; without such a heading all
 * numbered lists of the text. A step that asks for one tool and forbids another becomes two: the second is its ban, `-not`.
 */
export function parseProseSop(body: string, firstLine: number): Sop {
  const drafts = chooseDrafts(collectDrafts(markdownLines(body, firstLine)));
  const onCondition = new Set<StepDraft>();
  const usedIds = new Map<string, number>();
  const idOf = new Map<StepDraft, string>();
  const steps: SopStep[] = [];
  for (const draft of drafts) {
    const reading = readStep(wholeText(draft).slice(0, maxStepLength));
    const inherits = draft.parent !== undefined && onCondition.has(draft.parent);
    const conditional = inherits || reading.conditional;
    if (inherits || (conditional && reading.level !== "must-not")) onCondition.add(draft);
    const id = uniqueId(idBelow(draft, idOf), usedIds);
    idOf.set(draft, id);
    const { ordered, line } = draft;
    const tools = [...new Set([...reading.tools, ...draft.bulletTools])].filter(
      (tool) => !reading.ban?.tools.includes(tool),
    );
    steps.push({ id, index: steps.length, text: draft.text, level: reading.level, tools, conditional, ordered, line });
    if (!reading.ban) continue;
    const ban = {
      text: oneLine(reading.ban.text),
      tools: reading.ban.tools,
      conditional: inherits || reading.ban.conditional,
    };
    steps.push({ id: `${id}-not`, index: steps.length, level: "must-not", ordered: false, line, ...ban });
  }
  return { source: "prose", steps };
}

/** Words behind this many characters of one instruction are not read: nobody follows such a step. */
const maxStepLength = 20_000;

function chooseDrafts(drafts: readonly StepDraft[]): readonly StepDraft[] {
  const announced = drafts.filter((draft) => draft.section !== undefined);
  return announced.some((draft) => draft.section === "steps") ? announced : drafts;
}

/** A heading and the first paragraph below it are read as one sentence: "Cancel: If the alert is red, ...". */
function wholeText(draft: StepDraft): string {
  const [first, ...rest] = draft.details;
  if (!draft.isHeading || first === undefined) return [draft.text, ...draft.details].join("\n");
  return [`${draft.text}: ${first}`, ...rest].join("\n");
}

/** Below a step that had to be told apart, the others follow: `3#2-1`. */
function idBelow(draft: StepDraft, idOf: ReadonlyMap<StepDraft, string>): string {
  const parentId = draft.parent && idOf.get(draft.parent);
  if (draft.parent === undefined || parentId === undefined) return draft.id;
  return `${parentId}${draft.id.slice(draft.parent.id.length)}`;
}

/** Two lists that both begin at 1 give `1` and `1#2`. */
function uniqueId(id: string, used: Map<string, number>): string {
  const times = (used.get(id) ?? 0) + 1;
  used.set(id, times);
  return times === 1 ? id : `${id}#${times}`;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
