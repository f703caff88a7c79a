import { showHidden } from "../base/show-hidden.ts";
import type { ApprovalRow, RunStore } from "../store/run-store.ts";
import type { DecisionInput } from "../workflow/run-result.ts";
import { openApprovals } from "../workflow/open-approvals.ts";
import { approvalNotFound } from "../workflow/runner-errors.ts";
import { addresseeOf } from "../workflow/to-run-result.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { headerRow } from "./header-row.ts";
import { howToGoOn } from "./how-to-go-on.ts";
import { createPaint } from "./paint.ts";
import { deciderName, newestRun, resumeRun } from "./resume-run.ts";
import { tableTime } from "./table-time.ts";
import type { Terminal } from "./terminal.ts";
import { edited, foundOut, happened, toAnswer, toDecision } from "./to-decision.ts";
import { decisionWords, detailsText } from "./view-approval.ts";
import { cutColumns, indent, visibleLine } from "./view-text.ts";
import { withProject } from "./with-project.ts";

/** `sopwith approvals`: what waits for a person. `decide` also goes on with the run. */
export const approvalsCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const store = await project.readStore();
    const [sub = "list", id] = args.words;
    if (sub === "list") return listApprovals(store, args, terminal);
    if (id === undefined)
      throw usageError(
        `\`sopwith approvals ${sub}\` needs the id of an approval.`,
        `Write: npx sopwith approvals ${sub} <id>`,
      );
    const approval = await store.approval(id);
    if (!approval) throw approvalNotFound(id, await openApprovals(store), "project");
    if (sub === "show") return showApproval(approval, args, terminal);
    const decisions = { [id]: readDecision(args, approval) };
    return resumeRun({ project, run: await newestRun(store, approval.thread), decisions, args, terminal });
  });

async function listApprovals(store: RunStore, args: CommandArguments, terminal: Terminal): Promise<number> {
  const wanted = args.value("for");
  const open = await openApprovals(store, undefined, wanted === undefined ? {} : { to: wanted });
  const notes = open.map((row) => whoWords(row, Date.now()));
  const isFor = notes.some((note) => note !== "");
  if (args.has("json")) terminal.write(`${JSON.stringify(open)}\n`);
  else if (open.length === 0) terminal.write("Nothing waits for a person.\n");
  else
    terminal.write(
      formatTable(
        [
          ...headerRow(terminal, [
            "id",
            "kind",
            "thread",
            "node",
            "question",
            "asked (UTC)",
            ...(isFor ? ["for"] : []),
          ]),
          ...open.map((row, index) => [
            row.id,
            row.kind,
            visibleLine(row.thread),
            row.path,
            cutColumns(row.title, 60),
            tableTime(row.requestedAt, terminal.columns),
            ...(isFor ? [notes[index]!] : []),
          ]),
        ],
        { width: terminal.columns, gives: [4, 2, 3] },
      ),
    );
  return EXIT.completed;
}

function showApproval(approval: ApprovalRow, args: CommandArguments, terminal: Terminal): number {
  if (args.has("json")) {
    terminal.write(`${JSON.stringify(approval)}\n`);
    return EXIT.completed;
  }
  const paint = createPaint(terminal.colour);
  terminal.write(
    `${paint("strong", indent(showHidden(approval.title)).trimStart())}\n${paint("faint", `${approval.kind} of node ${approval.path}, thread ${visibleLine(approval.thread)}, asked ${approval.requestedAt}`)}\n`,
  );
  if (approval.details !== undefined) terminal.write(`${indent(detailsText(approval.details))}\n`);
  const to = addresseeOf(approval, Date.now());
  if (to !== undefined) terminal.write(`for ${to}${escalationWords(approval, to)}\n`);
  if (approval.deadline !== undefined)
    terminal.write(
      `until ${approval.deadline}, then it counts as ${approval.onDeadline === "approve" ? "approved" : "rejected"}\n`,
    );
  if (approval.decision) terminal.write(`${decisionWords(approval.decision)}, ${approval.decision.at}\n`);
  else terminal.write(`\n${howToGoOn(approval.thread, [{ ...approval, node: approval.path }])}`);
  return EXIT.completed;
}

/** Who is to decide, and whether it is too late: a deadline that has passed decides when somebody touches the run. */
function whoWords(row: ApprovalRow, now: number): string {
  const isOverdue = row.deadline !== undefined && Date.parse(row.deadline) < now;
  return [addresseeOf(row, now) ?? "", ...(isOverdue ? ["(overdue)"] : [])].join(" ").trim();
}

function escalationWords({ escalation }: ApprovalRow, now: string): string {
  if (!escalation) return "";
  return escalation.to === now ? `, since ${escalation.at}` : `, from ${escalation.at} on for ${escalation.to}`;
}

function readDecision(args: CommandArguments, approval: ApprovalRow): DecisionInput {
  const isDoubt = approval.kind === "in-doubt";
  const options = isDoubt ? ["happened", "not-happened", "again"] : ["approve", "reject", "answer", "edit"];
  const given = options.filter((option) => args.has(option));
  if (given.length !== 1)
    throw usageError(
      isDoubt
        ? "A call in doubt is settled by one of --happened <json>, --not-happened and --again."
        : "A decision is one of --approve, --reject, --answer <text> and --edit <json>.",
      `Write: npx sopwith approvals decide ${approval.id} --${isDoubt ? "not-happened" : "approve"}`,
    );
  const facts = { by: deciderName(args), reason: args.value("reason") };
  if (given[0] === "happened") return toDecision(happened(args.value("happened") ?? ""), facts);
  if (given[0] === "not-happened" || given[0] === "again") return toDecision(foundOut(given[0]), facts);
  if (given[0] === "edit") return toDecision(edited(args.value("edit") ?? ""), facts);
  if (given[0] !== "answer") return toDecision({ approved: given[0] === "approve" }, facts);
  return toDecision({ approved: true, answer: toAnswer(args.value("answer") ?? "", approval) }, facts);
}
