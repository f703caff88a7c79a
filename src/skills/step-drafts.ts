import type { MarkdownLine } from "./markdown-lines.ts";
import { levelWords } from "./step-level.ts";
import { namedTools } from "./step-tools.ts";
import { readHeading, sectionOf, type SectionKind } from "./sop-sections.ts";

/** An instruction before its words are read. */
export interface StepDraft {
  readonly id: string;
  text: string;
  /** Paragraphs below it. */
  readonly details: string[];
  /** Tools named in bullets below it that are no steps themselves. */
  readonly bulletTools: string[];
  readonly ordered: boolean;
  readonly line: number;
  readonly parent: StepDraft | undefined;
  /** The kind of section it stands in, if a heading announced one. */
  readonly section: SectionKind | undefined;
  readonly isHeading: boolean;
}

type Heading = Extract<MarkdownLine, { kind: "heading" }>;
type Numbered = Extract<MarkdownLine, { kind: "numbered" }>;
type Bullet = Extract<MarkdownLine, { kind: "bullet" }>;
type Text = Extract<MarkdownLine, { kind: "text" }>;

/** Everything in a body that may be a step, in file order, with its place among the others. */
export function collectDrafts(lines: readonly MarkdownLine[]): readonly StepDraft[] {
  const outline: Outline = { drafts: [], headings: [], items: [], afterBlank: true, siblings: new Map() };
  for (const line of lines) {
    if (line.kind === "heading") addHeading(outline, line);
    else if (line.kind === "numbered") addNumbered(outline, line);
    else if (line.kind === "bullet") addBullet(outline, line);
    else if (line.kind === "text") addText(outline, line);
    outline.afterBlank = line.kind === "blank" || line.kind === "heading";
  }
  return outline.drafts;
}

/** What is open at a line: the headings above it, and the list items it is indented below. */
interface Outline {
  readonly drafts: StepDraft[];
  headings: readonly OpenHeading[];
  items: OpenItem[];
  afterBlank: boolean;
  /** Of the items below each step; below `undefined` those that stand below none. */
  readonly siblings: Map<StepDraft | undefined, Siblings>;
}

interface Siblings {
  bullets: number;
  /** The last item's number as it was written, and as it counts: Markdown allows 1. 1. 1. */
  written: string;
  number: string;
}

interface OpenHeading {
  readonly depth: number;
  readonly section: SectionKind | undefined;
  readonly step: StepDraft | undefined;
}

interface OpenItem {
  readonly indent: number;
  /** The step that text below the item belongs to. */
  readonly draft: StepDraft | undefined;
  readonly isStep: boolean;
}

function addHeading(outline: Outline, line: Heading): void {
  outline.items = [];
  outline.siblings.delete(undefined);
  const above = outline.headings.filter((heading) => heading.depth < line.depth);
  outline.headings = above;
  const { title, number, isStep, section } = readHeading(line.text);
  const isDraft = number !== undefined && (isStep || (openSection(outline) === "steps" && section === undefined));
  const own = section ?? (isStep ? "steps" : undefined);
  const parent = headingStep(outline);
  const parts = {
    text: title,
    line: line.line,
    parent,
    ordered: true,
    isHeading: true,
    section: own ?? openSection(outline),
  };
  const step = isDraft ? addDraft(outline, { ...parts, id: nestedId(parent, number) }) : undefined;
  outline.headings = [...above, { depth: line.depth, section: own, step }];
}

function addNumbered(outline: Outline, line: Numbered): void {
  const prefix = line.number.includes(".") ? line.number.slice(0, line.number.lastIndexOf(".")) : undefined;
  const isAbove = (item: OpenItem): boolean => {
    return item.indent + 1 < line.indent || (prefix !== undefined && item.isStep && item.draft?.id === prefix);
  };
  const isOpen = outline.items.some((item) => item.draft?.id === prefix) || headingStep(outline)?.id === prefix;
  if (prefix !== undefined && !isOpen) {
    addText(outline, { ...line, kind: "text", text: `${line.number} ${line.text}` });
    return;
  }
  outline.items.length = outline.items.findLastIndex(isAbove) + 1;
  const parent = outline.items.at(-1)?.draft ?? headingStep(outline);
  const siblings = siblingsBelow(outline, parent);
  const repeats = line.number === siblings.written && prefix === undefined;
  siblings.written = line.number;
  siblings.number = repeats ? String(Number(siblings.number) + 1) : line.number;
  const section = openSection(outline);
  const parts = { text: line.text, line: line.line, parent, section, ordered: section !== "rules", isHeading: false };
  const ownNumber = parent === undefined && section === "rules" ? `r${siblings.number}` : siblings.number;
  const draft = addDraft(outline, { ...parts, id: nestedId(parent, ownNumber) });
  outline.items.push({ indent: line.indent, draft, isStep: true });
}

/** A bullet is a step when it binds; among steps it is one when it stands for itself. Else it tells more of the step above. */
function addBullet(outline: Outline, line: Bullet): void {
  outline.items.length = outline.items.findLastIndex((item) => item.indent + 1 < line.indent) + 1;
  const parent = outline.items.at(-1)?.draft ?? headingStep(outline);
  const section = openSection(outline);
  const tools = namedTools(line.text).map((tool) => tool.name);
  const alone = parent === undefined && (section === "steps" || (section === "rules" && tools.length > 0));
  const binding = levelWords(line.text).length > 0 && (parent !== undefined || section !== undefined);
  if (!alone && !binding) {
    parent?.bulletTools.push(...tools);
    outline.items.push({ indent: line.indent, draft: parent, isStep: false });
    return;
  }
  const siblings = siblingsBelow(outline, parent);
  siblings.bullets += 1;
  const id = parent ? `${parent.id}-${siblings.bullets}` : `b${siblings.bullets}`;
  const draft = addDraft(outline, {
    id,
    text: line.text,
    line: line.line,
    parent,
    section,
    ordered: false,
    isHeading: false,
  });
  outline.items.push({ indent: line.indent, draft, isStep: true });
}

function addText(outline: Outline, line: Text): void {
  if (outline.afterBlank && line.indent < 2) {
    outline.items = [];
    siblingsBelow(outline, headingStep(outline)).written = "";
  }
  const item = outline.items.at(-1);
  if (!item) {
    addParagraph(outline, line);
  } else if (!item.isStep) {
    item.draft?.bulletTools.push(...namedTools(line.text).map((tool) => tool.name));
  } else if (item.draft && !outline.afterBlank && item.draft.details.length === 0) {
    item.draft.text = `${item.draft.text} ${line.text}`;
  } else {
    item.draft?.details.push(line.text);
  }
}

/** A bold or colon-ended line of its own announces steps as a heading does: "**Steps**", "步骤：". */
function addParagraph(outline: Outline, line: Text): void {
  const title = /^\*\*(.+?)[:：]?\*\*[:：]?$/.exec(line.text)?.[1] ?? /^(.{1,40})[:：]$/.exec(line.text)?.[1];
  if (title !== undefined && openSection(outline) === undefined && sectionOf(title) === "steps") {
    addHeading(outline, { kind: "heading", depth: 7, text: title, line: line.line });
    return;
  }
  headingStep(outline)?.details.push(line.text);
}

function openSection(outline: Outline): SectionKind | undefined {
  return outline.headings.findLast((heading) => heading.section !== undefined)?.section;
}

function headingStep(outline: Outline): StepDraft | undefined {
  return outline.headings.findLast((heading) => heading.step !== undefined)?.step;
}

function siblingsBelow(outline: Outline, parent: StepDraft | undefined): Siblings {
  const known = outline.siblings.get(parent) ?? { bullets: 0, written: "", number: "" };
  outline.siblings.set(parent, known);
  return known;
}

function addDraft(outline: Outline, parts: Omit<StepDraft, "details" | "bulletTools">): StepDraft {
  const draft = { ...parts, details: [], bulletTools: [] };
  outline.drafts.push(draft);
  return draft;
}

/** `2.1` below `2`; a number that is written out in full stays as it is. */
function nestedId(parent: StepDraft | undefined, number: string): string {
  if (!parent || number.startsWith(`${parent.id}.`)) return number;
  return `${parent.id}.${number}`;
}
