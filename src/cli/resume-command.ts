import type { RunStore } from "../store/run-store.ts";
import type { DecisionInput } from "../workflow/run-result.ts";
import { decidedTwice, usageError } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { deciderName, newestRun, resumeRun } from "./resume-run.ts";
import { edited, foundOut, happened, toAnswer, toDecision } from "./to-decision.ts";
import { withProject } from "./with-project.ts";

/** `sopwith resume`: goes on with the open run of a thread, with decisions or without. */
export const resumeCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const [thread] = args.words;
    if (args.has("all-stale")) {
      if (thread !== undefined)
        throw usageError("--all-stale takes no thread.", "Write: npx sopwith resume --all-stale");
      return (await import("./resume-stale.ts")).resumeStale(project, args, terminal);
    }
    if (thread === undefined)
      throw usageError(
        "`sopwith resume` needs the id of a thread.",
        "Write: npx sopwith resume <thread>, or --all-stale",
      );
    const store = await project.readStore();
    const run = await newestRun(store, thread);
    const decisions = await readDecisions(args, store);
    return resumeRun({ project, run, decisions, args, terminal });
  });

async function readDecisions(args: CommandArguments, store: RunStore): Promise<Record<string, DecisionInput>> {
  const facts = { by: deciderName(args), reason: args.value("reason") };
  const decisions: Record<string, DecisionInput> = {};
  const add = (id: string, decision: DecisionInput): void => {
    if (Object.hasOwn(decisions, id)) throw decidedTwice(id);
    decisions[id] = decision;
  };
  for (const [id] of args.all("approve")) add(id!, toDecision({ approved: true }, facts));
  for (const [id] of args.all("reject")) add(id!, toDecision({ approved: false }, facts));
  for (const [id, words] of args.all("answer")) {
    add(id!, toDecision({ approved: true, answer: toAnswer(words!, await store.approval(id!)) }, facts));
  }
  for (const [id, words] of args.all("edit")) add(id!, toDecision(edited(words!), facts));
  for (const [id, words] of args.all("happened")) add(id!, toDecision(happened(words!), facts));
  for (const [id] of args.all("not-happened")) add(id!, toDecision(foundOut("not-happened"), facts));
  for (const [id] of args.all("again")) add(id!, toDecision(foundOut("again"), facts));
  return decisions;
}
