import type { SopStep } from "../sop.ts";
import type { Finding } from "./finding.ts";
import { forbidsCall } from "./forbids-call.ts";
import type { LintCheck, LintSubject } from "./lint-subject.ts";
import { unreachableSteps } from "./step-flow.ts";

/** What is wrong with the procedure itself, whatever tools there are. */
export const procedureRules: LintCheck = (subject) => [
  ...unreachable(subject),
  ...forbidden(subject),
  ...uncheckable(subject),
  ...bansWithoutReason(subject),
];

function unreachable(subject: LintSubject): Finding[] {
  const { steps, source } = subject.skill.sop;
  const flow = source === "prose" ? unreachableSteps(steps) : { unreached: [], missing: [] };
  return [
    ...flow.unreached.map(({ step, because }) => ({
      code: "SKILL_STEP_UNREACHABLE",
      message: `Step ${step.id} is never reached: step ${because.id} (line ${because.line}) leaves in every case.`,
      where: subject.atWords(step.line, step.text.slice(0, 20)),
      fix: `Say in step ${because.id} when it leaves ("If ..., stop."), or remove step ${step.id}.`,
    })),
    ...flow.missing.map(({ step, target, written }) => ({
      code: "SKILL_STEP_MISSING",
      message: `Step ${step.id} sends the model to step ${target}, which is not there.`,
      where: subject.atWords(step.line, written),
      fix: "Name a step that is there.",
    })),
  ];
}

/** A step that must be done, with a tool that may never be called. */
function forbidden(subject: LintSubject): Finding[] {
  const { steps, source } = subject.skill.sop;
  if (source === "block") return [];
  const bans = Map.groupBy(
    steps
      .filter((step) => step.level === "must-not" && !step.conditional)
      .flatMap((step) => step.tools.map((tool) => ({ step, tool })))
      .filter(({ step, tool }) => forbidsCall(step.text, tool)),
    ({ tool }) => tool,
  );
  return steps.flatMap((step) => {
    if (step.level === "must-not") return [];
    return step.tools.flatMap((tool) => {
      const ban = bans.get(tool)?.find((candidate) => !candidate.step.id.startsWith(`${step.id}-`))?.step;
      if (!ban) return [];
      return {
        code: "SKILL_STEP_FORBIDDEN",
        message: `Step ${step.id} uses \`${tool}\`, which line ${ban.line} forbids in every case.`,
        where: subject.atWords(step.line, tool),
        fix: "Say in the ban when it holds, or remove one of the two.",
      };
    });
  });
}

function uncheckable(subject: LintSubject): Finding[] {
  const { steps, source } = subject.skill.sop;
  return (source === "block" ? [] : steps)
    .filter((step, index) => step.level === "must" && step.tools.length === 0 && !hasToolBelow(steps, index))
    .map((step) => ({
      code: "SKILL_MUST_UNCHECKABLE",
      message: `Step ${step.id} is a MUST that names no tool, so nothing can tell whether it was done.`,
      where: subject.atWords(step.line, step.text.slice(0, 20)),
      fix: "Name the tool that does it in backticks, or write SHOULD.",
    }));
}

/** Reasons stand in the text, whether or not a block decides what is checked. */
function bansWithoutReason(subject: LintSubject): Finding[] {
  const { steps } = subject.proseSop;
  const byId = new Map(steps.map((step) => [step.id, step]));
  return steps
    .filter((step) => step.level === "must-not")
    .filter((step) => !hasReason((byId.get(step.id.replace(/-not$/, "")) ?? step).text))
    .map((step) => ({
      code: "SKILL_BAN_WITHOUT_REASON",
      message: `The ban "${shorten(step.text)}" gives no reason; a model keeps to a rule better when it knows why.`,
      where: subject.atWords(step.line, step.text.slice(0, 20)),
      fix: 'Add the reason: "..., because ...".',
    }));
}

/** A word that gives a reason, or a sentence of its own behind the ban. */
function hasReason(text: string): boolean {
  return reasonWords.test(text) || /[.!?]\s+\p{Lu}[^.!?]*\s[^.!?]*\s\S|[。！]\s*[^。！]{4,}/u.test(text);
}

/** What stands below a step follows it at once. */
function hasToolBelow(steps: readonly SopStep[], index: number): boolean {
  const { id } = steps[index]!;
  for (let at = index + 1; steps[at] && isBelow(steps[at]!.id, id); at += 1)
    if (steps[at]!.tools.length > 0) return true;
  return false;
}

function isBelow(id: string, above: string): boolean {
  return id.startsWith(`${above}.`) || id.startsWith(`${above}-`);
}

function shorten(text: string): string {
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

const reasonWords =
  /\b(?:because|since|so that|so as|otherwise|due to|as (?:it|this|that|they|the|these|those)|to (?:avoid|prevent|protect|keep|ensure)|in order to|reason|or else|else (?:it|the)|would|which (?:may|can|could|will|breaks?|leads?|causes?))\b|因为|由于|以免|以防|防止|避免|否则|不然|为了|原因|因此|会(?:让|使|导致|造成|被|再)/i;
