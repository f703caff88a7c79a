import { relative } from "node:path";
import { formatError } from "../base/errors.ts";
import type { Catcher, MutantVerdict } from "../project/testing/judge-mutants.ts";
import { mutationScore } from "../project/testing/mutation-score.ts";
import type { TestVerdict } from "../project/testing/run-tests.ts";
import { fromFolder } from "./from-folder.ts";
import type { Paint } from "./paint.ts";
import { cutColumns, indent, padColumns } from "./view-text.ts";

/** What went wrong first explains the rest; `--json` has all. */
const MOST_DIFFERENCES = 6;

/** Where the lines are shown. */
export interface TestViewStyle {
  readonly paint: Paint;
  /** The folder that paths are shown from. */
  readonly folder: string;
  /** Whether times are shown: not in a log, where two runs are to be the same. */
  readonly times: boolean;
}

/** One test: whether it passed, what differs, and which mutants nothing caught. */
export function viewTest(verdict: TestVerdict, { paint, folder, times }: TestViewStyle): string {
  const { name, passed, differences, error, durationMs, mutation } = verdict;
  const mutants = mutation?.mutants ?? [];
  const escaped = mutants.filter((mutant) => mutant.caughtBy === "nobody");
  const sign = passed ? (escaped.length > 0 ? paint("careful", "!") : paint("good", "✓")) : paint("bad", "✗");
  const facts = [
    passed ? mutantWords(verdict) : relative(folder, verdict.file),
    ...(times ? [`${Math.round(durationMs)} ms`] : []),
  ].filter((fact) => fact !== "");
  const details = [
    ...(error ? [fromFolder(formatError(error), folder).trimEnd()] : []),
    ...differences.slice(0, MOST_DIFFERENCES),
    ...(differences.length > MOST_DIFFERENCES ? [`and ${differences.length - MOST_DIFFERENCES} more`] : []),
    ...(mutation?.problem === undefined ? [] : [`No mutants: ${mutation.problem}`]),
    ...escaped.map((mutant) => `Nothing caught: ${deed(mutant)}`),
  ];
  const line = `${sign} ${padColumns(name, 44)} ${paint("faint", facts.join(", "))}`.trimEnd();
  return [line, ...details.map((detail) => indent(detail, 4)), ""].join("\n");
}

/** All tests in two lines: how many passed, and how many mutants were caught by what. */
export function viewTestTotals(verdicts: readonly TestVerdict[], paint: Paint): string {
  const failed = verdicts.filter((verdict) => !verdict.passed).length;
  const tests = `${verdicts.length - failed} passed${failed > 0 ? `, ${paint("bad", `${failed} failed`)}` : ""}`;
  const { total, caught, percent, by } = mutationScore(verdicts);
  if (percent === undefined) return `\n${tests}\n`;
  const shares = (Object.keys(CATCHERS) as Exclude<Catcher, "nobody" | "unclear">[])
    .filter((catcher) => by[catcher] > 0)
    .map((catcher) => `${by[catcher]} ${CATCHERS[catcher]}`);
  const unclear = by.unclear > 0 ? ` ${by.unclear} led where the script does not go, and are not counted.` : "";
  const why = shares.length > 0 ? `: ${shares.join(", ")}` : "";
  return `\n${tests}\n${caught} of ${total} mutants caught (${percent} %)${why}.${unclear}\n`;
}

const CATCHERS = {
  refused: "refused at the call",
  nudged: "sent back at the finish",
  report: "named in the report",
  status: "by how the run ended",
  expected: "by what the test expects",
} as const;

function mutantWords({ mutation }: TestVerdict): string {
  const judged = (mutation?.mutants ?? []).filter((mutant) => mutant.caughtBy !== "unclear");
  if (judged.length === 0) return "";
  const caught = judged.filter((mutant) => mutant.caughtBy !== "nobody").length;
  return `${caught} of ${judged.length} mutants caught`;
}

function deed({ kind, what }: MutantVerdict): string {
  const verbs = { dropped: "leaving out", swapped: "swapping", forbidden: "calling" } as const;
  return cutColumns(`${verbs[kind]} ${what}`, 110);
}
