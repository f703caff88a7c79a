import type { RunStore } from "../store/run-store.ts";
import type { ApprovalView } from "../trace/run-event.ts";
import type { DecisionInput } from "../workflow/run-result.ts";
import type { Terminal } from "./terminal.ts";
import { foundOut, happened, toAnswer, toDecision } from "./to-decision.ts";

/** Who is asked, and how. */
export interface AskPersonOptions {
  readonly terminal: Terminal;
  readonly store: RunStore;
  /** The person's name, as the machine knows it. */
  readonly by: string;
  readonly signal: AbortSignal;
}

/** Asks the person at the terminal about what the view has just shown. Enter alone leaves a question open. */
export async function askPerson(approval: ApprovalView, options: AskPersonOptions): Promise<DecisionInput | undefined> {
  const { terminal, store, by, signal } = options;
  const row = await store.approval(approval.id);
  if (approval.kind === "question") {
    const words = await terminal.ask("  Your answer (Enter: later): ", signal);
    return words?.trim() ? toDecision({ approved: true, answer: words.trim() }, { by, reason: undefined }) : undefined;
  }
  if (approval.kind === "in-doubt") return askAboutDoubt(options);
  const reply = (await askYesNo(options)) ?? "";
  if (reply === "") return undefined;
  if (reply === "n") {
    const reason = (await terminal.ask("  Why not? (Enter: no reason): ", signal))?.trim();
    return toDecision({ approved: false }, { by, reason: reason || undefined });
  }
  if (row?.schema === undefined) return toDecision({ approved: true }, { by, reason: undefined });
  const words = (await terminal.ask("  Your answer: ", signal)) ?? "";
  return toDecision({ approved: true, answer: toAnswer(words, row) }, { by, reason: undefined });
}

async function askAboutDoubt({ terminal, by, signal }: AskPersonOptions): Promise<DecisionInput | undefined> {
  const facts = { by, reason: undefined };
  for (;;) {
    const words = await terminal.ask("  It happened (h), it did not (n), start it again (a)? (Enter: later): ", signal);
    const choice = words?.trim().toLowerCase() ?? "";
    if (choice === "") return undefined;
    if (choice === "n") return toDecision(foundOut("not-happened"), facts);
    if (choice === "a") return toDecision(foundOut("again"), facts);
    if (choice !== "h") continue;
    const result = (await terminal.ask("  Its result as JSON (Enter: not known): ", signal))?.trim();
    return toDecision(happened(result || "null"), facts);
  }
}

async function askYesNo({ terminal, signal }: AskPersonOptions): Promise<"y" | "n" | "" | undefined> {
  for (;;) {
    const words = (await terminal.ask("  Approve? y/n (Enter: later): ", signal))?.trim().toLowerCase();
    if (words === undefined || words === "") return words;
    if (["y", "yes", "是"].includes(words)) return "y";
    if (["n", "no", "否"].includes(words)) return "n";
    terminal.write("  Please type y or n.\n");
  }
}
