import { parsePattern, PatternProblem, type PatternNode } from "./parse-pattern.ts";

/** A regular expression that cannot take long. */
export interface SafePattern {
  /** True when the pattern is found in the first 10,000 characters of `text`. */
  test(text: string): boolean;
}

/** Characters of a text behind these are not looked at. */
const maxTextLength = 10_000;
/** A pattern that unfolds to more states than this is refused. */
const maxStates = 500;

/**
 * Compiles a regular expression (Unicode, case kept) to a machine that follows all its branches at once: its time grows
 * with text times pattern, never by backtracking. Lookaround and back references cannot be had that way: such a
 * pattern, one that is too large, and one that is none, give a `problem` that completes "it".
 */
export function compileSafePattern(source: string): SafePattern | { readonly problem: string } {
  try {
    const program: Instruction[] = [];
    emit(parsePattern(source), program);
    program.push({ op: "found" });
    return { test: (text) => run(program, Array.from(text.slice(0, maxTextLength))) };
  } catch (thrown) {
    if (thrown instanceof PatternProblem) return { problem: thrown.message };
    throw thrown;
  }
}

type Instruction =
  | { readonly op: "letter"; readonly accepts: (letter: string) => boolean }
  | { readonly op: "assert"; readonly kind: "start" | "end" | "word" | "no-word" }
  | { readonly op: "fork"; targets: readonly number[] }
  | { readonly op: "found" };

function emit(node: PatternNode, program: Instruction[]): void {
  if (program.length > maxStates) throw new PatternProblem("is too large");
  if (node.kind === "letter" || node.kind === "assert") {
    program.push(
      node.kind === "letter" ? { op: "letter", accepts: node.accepts } : { op: "assert", kind: node.assert },
    );
  } else if (node.kind === "sequence") {
    for (const part of node.parts) emit(part, program);
    // Even nothing takes a state, so that repeating nothing meets the limit as well.
    if (node.parts.length === 0) program.push({ op: "fork", targets: [program.length + 1] });
  } else if (node.kind === "choice") {
    emitChoice(node.branches, program);
  } else {
    for (let count = 0; count < node.least; count += 1) emit(node.part, program);
    if (node.most === Infinity) emitLoop(node.part, program);
    else for (let count = node.least; count < node.most; count += 1) emitOptional(node.part, program);
  }
}

function emitChoice(branches: readonly PatternNode[], program: Instruction[]): void {
  const fork = { op: "fork" as const, targets: [] as number[] };
  program.push(fork);
  const ends: { targets: readonly number[] }[] = [];
  for (const branch of branches) {
    fork.targets.push(program.length);
    emit(branch, program);
    const end = { op: "fork" as const, targets: [] as readonly number[] };
    program.push(end);
    ends.push(end);
  }
  for (const end of ends) end.targets = [program.length];
}

function emitLoop(part: PatternNode, program: Instruction[]): void {
  const start = program.length;
  const fork = { op: "fork" as const, targets: [] as readonly number[] };
  program.push(fork);
  emit(part, program);
  program.push({ op: "fork", targets: [start] });
  fork.targets = [start + 1, program.length];
}

function emitOptional(part: PatternNode, program: Instruction[]): void {
  const fork = { op: "fork" as const, targets: [] as readonly number[] };
  program.push(fork);
  const start = program.length;
  emit(part, program);
  fork.targets = [start, program.length];
}

/** Every state is entered once a position at most, which bounds the time. */
function run(program: readonly Instruction[], letters: readonly string[]): boolean {
  const enteredAt = new Int32Array(program.length).fill(-1);
  let states: number[] = [];
  const enter = (first: number, position: number, into: number[]): void => {
    const open = [first];
    for (let state = open.pop(); state !== undefined; state = open.pop()) {
      if (enteredAt[state] === position) continue;
      enteredAt[state] = position;
      const instruction = program[state]!;
      if (instruction.op === "fork") open.push(...instruction.targets);
      else if (instruction.op !== "assert") into.push(state);
      else if (holds(instruction.kind, letters, position)) open.push(state + 1);
    }
  };
  for (let position = 0; position <= letters.length; position += 1) {
    enter(0, position, states);
    if (states.some((state) => program[state]!.op === "found")) return true;
    const following: number[] = [];
    const letter = letters[position];
    for (const state of states) {
      const instruction = program[state]!;
      if (letter !== undefined && instruction.op === "letter" && instruction.accepts(letter))
        enter(state + 1, position + 1, following);
    }
    states = following;
  }
  return false;
}

function holds(kind: "start" | "end" | "word" | "no-word", letters: readonly string[], position: number): boolean {
  if (kind === "start") return position === 0;
  if (kind === "end") return position === letters.length;
  const border = isWord(letters[position - 1]) !== isWord(letters[position]);
  return border === (kind === "word");
}

function isWord(letter: string | undefined): boolean {
  return letter !== undefined && /^\w$/.test(letter);
}
