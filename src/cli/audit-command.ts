import { findAuditBreak } from "../store/audit-chain.ts";
import type { AuditFilter } from "../store/audit-store.ts";
import type { RunStore } from "../store/run-store.ts";
import { threadNotFound } from "../workflow/runner-errors.ts";
import { auditTable, auditSummary } from "./audit-lines.ts";
import { auditOfStores, type StoreAuditRow, withStore } from "./audit-stores.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { createPaint } from "./paint.ts";
import type { Terminal } from "./terminal.ts";
import { withProject } from "./with-project.ts";

/** `sopwith audit`: which tools were called, by whom, and whether it worked; or the state of the chain. */
export const auditCommand: CommandAction = async (args, terminal) => {
  const files = args.all("store").map(([file]) => file!);
  const about = args.has("head") || args.has("check");
  if (about && files.length > 1)
    throw usageError("Each store has a chain of its own.", "Name one: --store <file.db>, or none for the project's.");
  if (about && files.length === 1)
    return withStore(files[0]!, terminal.folder, (store) => showChain(store, args, terminal));
  if (files.length > 0) return listCalls(await auditOfStores(files, terminal.folder, readFilter(args)), args, terminal);
  return withProject(terminal, async (project) => {
    const store = await project.readStore();
    if (about) return showChain(store, args, terminal);
    const rows = await store.audit(readFilter(args));
    const thread = args.value("thread");
    // What is on record may outlive its thread; a thread that is neither there nor on record is a slip.
    if (rows.length === 0 && thread !== undefined && !(await store.thread(thread)))
      throw await threadNotFound(store, thread);
    return listCalls(rows, args, terminal);
  });
};

function showChain(store: RunStore, args: CommandArguments, terminal: Terminal): Promise<number> {
  return args.has("head") ? showHead(store, terminal, args.has("json")) : checkChain(store, args, terminal);
}

function listCalls(rows: readonly StoreAuditRow[], args: CommandArguments, terminal: Terminal): number {
  if (args.has("json")) {
    for (const row of rows) terminal.write(`${JSON.stringify(row)}\n`);
    return EXIT.completed;
  }
  if (!args.has("summary")) terminal.write(auditTable(rows, createPaint(terminal.colour), terminal.columns));
  terminal.write(`${auditSummary(rows)}\n`);
  return EXIT.completed;
}

function readFilter(args: CommandArguments): AuditFilter {
  const filter: Record<string, string> = {};
  for (const key of ["thread", "tool", "user", "status"] as const) {
    const wanted = args.value(key);
    if (wanted !== undefined) filter[key] = wanted;
  }
  const since = args.value("since");
  if (since !== undefined) filter["since"] = readSince(since);
  const limit = args.value("limit");
  if (limit !== undefined && !/^[1-9]\d*$/.test(limit))
    throw usageError(`--limit takes a whole number from 1, not ${limit}.`, "Write: --limit 50");
  return { ...filter, ...(limit !== undefined && { limit: Number(limit) }) };
}

const spans: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `2h`, `30m`, `7d`, or a date. */
function readSince(text: string): string {
  const span = /^(\d+)([mhd])$/.exec(text);
  const at = span ? Date.now() - Number(span[1]) * spans[span[2]!]! : Date.parse(text);
  if (Number.isNaN(at))
    throw usageError(`--since takes a date or a span, not ${text}.`, "Write: --since 2026-05-01, or --since 2h");
  return new Date(at).toISOString();
}

async function showHead(store: RunStore, terminal: Terminal, json: boolean): Promise<number> {
  const head = await store.auditHead();
  if (json) terminal.write(`${JSON.stringify(head ? { seq: head.seq, hash: head.hash } : null)}\n`);
  else terminal.write(head ? `${head.seq} ${head.hash}\n` : "The audit trail is empty.\n");
  return EXIT.completed;
}

async function checkChain(store: RunStore, args: CommandArguments, terminal: Terminal): Promise<number> {
  const rows = await store.audit({ limit: Number.MAX_SAFE_INTEGER });
  const broken = findAuditBreak(rows);
  if (broken) {
    terminal.write(
      `Broken at ${broken.seq} (call ${broken.callId}, ${broken.at}): it was changed, or the one before.\n`,
    );
    return EXIT.failed;
  }
  const expected = args.value("expect");
  if (expected !== undefined && !rows.some(({ hash }) => hash === expected)) {
    terminal.write(`The chain fits together, but the head ${expected} is not in it: it was written anew, or pruned.\n`);
    return EXIT.failed;
  }
  terminal.write(`${rows.length === 1 ? "1 entry, and it fits" : `${rows.length} entries, and they fit together`}.\n`);
  return EXIT.completed;
}
