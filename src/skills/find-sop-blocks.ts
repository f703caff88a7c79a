import { splitLines } from "./text-lines.ts";

/** A fenced `sop` block of a body. */
export interface SopBlock {
  /** The lines between the fences, without the indentation of the fence, with LF line ends. */
  readonly yaml: string;
  /** Line of the opening fence in the SKILL.md, from 1. */
  readonly line: number;
  /** Columns that were cut off in front of every line. */
  readonly indent: number;
  /** False when the text ends before the block does. */
  readonly closed: boolean;
}

/** Finds the `sop` blocks of a body; one inside another code block is an example, not a block. */
export function findSopBlocks(body: string, firstLine: number): readonly SopBlock[] {
  if (!body.includes("sop")) return [];
  const blocks: SopBlock[] = [];
  const lines = splitLines(body);
  let open: { mark: string; indent: number; at: number; isSop: boolean } | undefined;
  const close = (end: number, closed: boolean): void => {
    if (!open?.isSop) return;
    const { at, indent } = open;
    const yaml = lines.slice(at + 1, end).map((line) => line.slice(Math.min(indent, line.search(/\S|$/))));
    blocks.push({ yaml: yaml.join("\n"), line: firstLine + at, indent, closed });
  };
  for (const [at, line] of lines.entries()) {
    const fence = fencePattern.exec(line);
    if (open === undefined && fence) {
      open = { mark: fence[2]!, indent: fence[1]!.length, at, isSop: fence[3]!.trim().split(/\s/)[0] === "sop" };
    } else if (open !== undefined && line.trim().startsWith(open.mark) && /^(?:`+|~+)$/.test(line.trim())) {
      close(at, true);
      open = undefined;
    }
  }
  close(lines.length, false);
  return blocks;
}

/** What an opening fence of backticks says may hold no backtick. */
const fencePattern = /^(\s*(?:[-*+]\s+|\d+[.)]\s+)?)(`{3,}(?=[^`]*$)|~{3,})(.*)$/;
