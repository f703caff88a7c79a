import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { defineTool } from "sopwith";
import { z } from "zod";
import { writeFileWhole } from "../shared/json-file.ts";
import { runFolder } from "./event-book.ts";
import { toEml } from "./to-eml.ts";

const sender = "Event Safety <safety@example.org>";

/** Writes one notice into the run's outbox; the same key twice gives one file. */
export const sendNotice = defineTool({
  name: "notice/send",
  description: "Send one e-mail notice to one or more people. Several recipients do not see each other.",
  effect: "write",
  idempotency: "keyed",
  input: z.object({
    to: z.array(z.email()).min(1).max(500),
    // A line break would begin a header of its own.
    subject: z
      .string()
      .min(1)
      .max(200)
      .regex(/^\P{Cc}+$/u, "must be one line"),
    text: z.string().min(1),
  }),
  output: z.object({ file: z.string(), outbox: z.string(), recipients: z.int() }),
  policy: { timeoutMs: 10_000, retry: { maxAttempts: 3, backoffMs: 50 } },
  run: ({ to, subject, text }, { caller, idempotencyKey }) => {
    const outbox = join(runFolder(caller), "outbox");
    mkdirSync(outbox, { recursive: true });
    const messageId = `${createHash("sha256").update(idempotencyKey).digest("hex").slice(0, 32)}@example.org`;
    const file = findSent(outbox, messageId) ?? nextFile(outbox);
    const notice = { from: sender, to, subject, text, messageId, date: new Date() };
    if (!existsSync(join(outbox, file))) writeFileWhole(join(outbox, file), toEml(notice));
    return { file, outbox: relative("", outbox), recipients: to.length };
  },
});

/** The message that carries this id, if it was sent before. */
function findSent(outbox: string, messageId: string): string | undefined {
  const header = `\r\nMessage-ID: <${messageId}>\r\n`;
  return messages(outbox).find((file) => readFileSync(join(outbox, file), "utf8").includes(header));
}

function nextFile(outbox: string): string {
  return `notice-${messages(outbox).length + 1}.eml`;
}

function messages(outbox: string): readonly string[] {
  return readdirSync(outbox).filter((file) => file.endsWith(".eml"));
}
