import { resolve } from "node:path";
import type { Rehearsal } from "../../model/rehearsal.ts";
import { createMemoryStore } from "../../store/memory-store.ts";
import type { AnyTool } from "../../tools/tool.ts";
import type { WorkflowFile } from "../discover-workflows.ts";
import { loadRehearsal, readRehearsalFile } from "../find-rehearsal.ts";
import type { Project } from "../open-project.ts";
import { testForOther } from "../project-errors.ts";
import { newThreadName } from "../thread-names.ts";
import type { TestFile } from "./find-tests.ts";
import { ownTools, scriptTools } from "./script-tools.ts";
import { testWorkflow } from "./test-workflow.ts";

/** A test that can be played: a workflow, and the script for it. */
export interface OpenedTest {
  readonly found: WorkflowFile;
  readonly rehearsal: Rehearsal;
  /** The thread it plays on. Never the same twice: what a tool kept of an earlier play must not be found again. */
  readonly thread: string;
  /** Gives the project's tools the answers of the test, where it has some. */
  readonly adaptTools?: (tools: readonly AnyTool[]) => readonly AnyTool[];
}

/**
 * Reads a test. `tools` are those that the project has for a skill.
 *
 * @throws `REHEARSAL_INVALID`, `REHEARSAL_GONE`, `REHEARSAL_OTHER`, `SKILL_TEST_OUTPUT`, `TOOL_DEFINITION`,
 * `WORKFLOW_FILE`
 */
export async function openTest(
  project: Project,
  test: TestFile,
  tools: () => Promise<readonly AnyTool[]>,
): Promise<OpenedTest> {
  const thread = newThreadName(`test-${test.name.replace("/", "-")}`);
  if (test.kind === "workflow") {
    const found = await project.workflow(test.subject);
    return { found, rehearsal: await loadRehearsal(test.file, test.subject), thread };
  }
  const read = await readRehearsalFile(resolve(project.folder, test.file));
  if (read.skill !== test.subject) throw testForOther({ file: test.file, rehearsal: read, asked: test.subject });
  const known = await tools();
  const workflow = testWorkflow(test.subject, read, [...known, ...ownTools(read.tools, known)]);
  const adaptTools = (own: readonly AnyTool[]): AnyTool[] => scriptTools(read.tools, own);
  // What a workflow of the project is given as text is given as the state's `input` here, whatever it is.
  const rehearsal = typeof read.input === "object" ? { ...read, input: { input: read.input } } : read;
  return { found: { file: test.file, workflow }, rehearsal, thread, adaptTools };
}

/** The project with a store of its own: a test leaves nothing among the runs of the project. */
export function withFreshStore(project: Project): Project {
  const store = Promise.resolve(createMemoryStore());
  return { ...project, store: () => store, readStore: () => store };
}
