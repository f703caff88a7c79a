import { isSopwithError, type SopwithError } from "../../base/errors.ts";
import { playScript } from "../play-rehearsal.ts";
import type { Project } from "../open-project.ts";
import type { AnyTool } from "../../tools/tool.ts";
import { findSkillTests, findWorkflowTests, type TestFile } from "./find-tests.ts";
import { judgeMutants, type MutationReport } from "./judge-mutants.ts";
import { openTest, withFreshStore } from "./open-test.ts";
import { projectTools } from "./project-tools.ts";

/** How one test went. */
export interface TestVerdict extends TestFile {
  readonly passed: boolean;
  /** What differs from what the file expects, one sentence each; empty when it could not be played. */
  readonly differences: readonly string[];
  /** Why it could not be played, or where it failed because the script had no turn for what happened. */
  readonly error?: SopwithError;
  readonly durationMs: number;
  /** Absent without mutants, and for a test that did not pass. */
  readonly mutation?: MutationReport;
}

/** Which tests run, and how. */
export interface RunTestsOptions {
  /** Names of skills. @default all */
  readonly skills?: readonly string[];
  /** Also the rehearsals of the workflows. @default false */
  readonly workflows?: boolean;
  /** Also plays the mutants of each test that passes. @default true */
  readonly mutants?: boolean;
  /** Told of each test as it ends. */
  readonly onVerdict?: (verdict: TestVerdict) => void;
  /** Ends the work between two tests; the run under way is stopped. */
  readonly signal?: AbortSignal;
}

/**
 * Runs the tests of skills, one after the other, each in a store of its own. A test that fails, or cannot be read, does
 * not stop the others.
 *
 * @throws `SKILL_NOT_FOUND`, `RUN_STOPPED` after `signal`
 */
export async function runTests(project: Project, options: RunTestsOptions = {}): Promise<TestVerdict[]> {
  const tests = [
    ...(await findSkillTests(project, options.skills)),
    ...(options.workflows ? await findWorkflowTests(project) : []),
  ];
  let tools: Promise<readonly AnyTool[]> | undefined;
  const once = (): Promise<readonly AnyTool[]> => (tools ??= projectTools(project));
  const verdicts: TestVerdict[] = [];
  for (const test of tests) {
    const verdict = await runTest(project, test, { ...options, tools: once });
    verdicts.push(verdict);
    options.onVerdict?.(verdict);
  }
  return verdicts;
}

async function runTest(
  project: Project,
  test: TestFile,
  options: RunTestsOptions & { readonly tools: () => Promise<readonly AnyTool[]> },
): Promise<TestVerdict> {
  const { signal, mutants = true } = options;
  const started = performance.now();
  const bench = withFreshStore(project);
  const ended = (rest: Pick<TestVerdict, "passed" | "differences" | "error" | "mutation">): TestVerdict => ({
    ...test,
    ...rest,
    durationMs: performance.now() - started,
  });
  try {
    const opened = await openTest(bench, test, options.tools);
    const verdict = await playScript(bench, opened.found, { ...opened, ...(signal && { signal }) });
    const { passed, differences, mismatch } = verdict;
    if (!passed) return ended({ passed, differences, ...(mismatch && { error: mismatch }) });
    if (!mutants) return ended({ passed, differences });
    return ended({ passed, differences, mutation: await judgeMutants(bench, opened, verdict) });
  } catch (error) {
    if (!isSopwithError(error) || error.code === "RUN_STOPPED") throw error;
    return ended({ passed: false, differences: [], error });
  }
}
