import type { SopwithError } from "../base/errors.ts";
import { mutationScore } from "../project/testing/mutation-score.ts";
import { runTests, type TestVerdict } from "../project/testing/run-tests.ts";
import type { CommandAction } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { createPaint } from "./paint.ts";
import { withStopSignals } from "./stop-signals.ts";
import { viewTest, viewTestTotals } from "./view-tests.ts";
import { withProject } from "./with-project.ts";

/**
 * `skills test`: plays the tests of skills, of all or of those that are named, and their mutants. Needs no key. Exit
 * code 1 when a test fails or there is none, and with `--strict` when nothing caught a mutant.
 */
export const testSkills: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const json = args.has("json");
    const style = { paint: createPaint(terminal.colour), folder: terminal.folder, times: terminal.interactive };
    const verdicts = await withStopSignals(terminal, (signal) =>
      runTests(project, {
        skills: args.words.slice(1),
        workflows: args.has("rehearsals"),
        mutants: !args.has("no-mutants"),
        signal,
        ...(!json && { onVerdict: (verdict) => terminal.write(viewTest(verdict, style)) }),
      }),
    );
    const score = mutationScore(verdicts);
    const failed = verdicts.filter((verdict) => !verdict.passed).length;
    if (json) {
      const counts = { passed: verdicts.length - failed, failed, mutants: score };
      terminal.write(`${JSON.stringify({ tests: verdicts.map(toRow), ...counts })}\n`);
    } else if (verdicts.length === 0)
      terminal.writeError("No tests found. A test of a skill is a YAML file in the skill's folder `tests`.\n");
    else terminal.write(viewTestTotals(verdicts, style.paint));
    const escaped = args.has("strict") && score.by.nobody > 0;
    return failed > 0 || verdicts.length === 0 || escaped ? EXIT.failed : EXIT.completed;
  });

function toRow({ error, mutation, ...verdict }: TestVerdict): object {
  return { ...verdict, ...(error && { error: toErrorRow(error) }), ...mutation };
}

function toErrorRow({ code, message, where, diagnostics, hint }: SopwithError): object {
  return { code, message, where, diagnostics, hint };
}
