import { writeFileSync } from "node:fs";
import { once } from "node:events";
import { isSopwithError } from "../../src/base/errors.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { createRunner } from "../../src/workflow/runner.ts";
import { scriptedModel, skillsOf } from "./kit.ts";
import { payment, payWorkflow, payAnswers } from "./pay-workflow.ts";

/**
 * A process that works on a run and tells its parent where it is: `zombie-child.ts <folder> <place>`. At `model` (while
 * the model thinks) or `tool` (inside the payment) it waits once for a message before it goes on.
 */
const [folder = "", place = ""] = process.argv.slice(2);

let paused = false;

async function pauseAt(here: string): Promise<void> {
  if (paused || here !== place) return;
  paused = true;
  process.send?.(here);
  await once(process, "message");
}

const store = createSqliteStore({ file: `${folder}/store.db` });
const model = scriptedModel(async (request) => {
  await pauseAt("model");
  return payAnswers(request);
});
const runner = createRunner({
  workflow: payWorkflow(payment({ folder, before: () => pauseAt("tool") })),
  skills: skillsOf({ pay: "Pay." }),
  model,
  store,
  leaseMs: 3_600_000,
});
try {
  const { status } = await runner.start({}, { thread: "t" });
  writeFileSync(`${folder}/ended`, status);
} catch (error) {
  writeFileSync(`${folder}/ended`, isSopwithError(error) ? error.code : String(error));
}
process.disconnect();
