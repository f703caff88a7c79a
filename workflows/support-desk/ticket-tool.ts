import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineTool } from "sopwith";
import { z } from "zod";
import { readJsonFile, writeFileWhole } from "../shared/json-file.ts";
import { deskFolder } from "./order-book.ts";

const Ticket = z.object({
  ticketId: z.string(),
  key: z.string(),
  subject: z.string(),
  text: z.string(),
  urgency: z.enum(["normal", "high"]),
});

/** Hands a case over to a person. */
export const createTicket = defineTool({
  name: "tickets/create",
  description: "Hand the case to a colleague, who answers within a working day; high urgency: within two hours.",
  effect: "write",
  idempotency: "keyed",
  input: z.object({
    subject: z.string().min(1).max(120),
    text: z.string().min(1).describe("What a colleague must know who has not read the conversation"),
    urgency: Ticket.shape.urgency.default("normal"),
  }),
  output: z.object({ ticketId: z.string() }),
  policy: { timeoutMs: 10_000, retry: { maxAttempts: 3, backoffMs: 50 } },
  run: ({ subject, text, urgency }, { caller, idempotencyKey }) => {
    const file = join(deskFolder(caller), "tickets.json");
    const tickets = existsSync(file) ? readJsonFile(file, z.array(Ticket)) : [];
    const known = tickets.find((ticket) => ticket.key === idempotencyKey);
    if (known) return { ticketId: known.ticketId };
    const ticket = { ticketId: `T-${tickets.length + 1}`, key: idempotencyKey, subject, text, urgency };
    writeFileWhole(file, `${JSON.stringify([...tickets, ticket], undefined, 2)}\n`);
    return { ticketId: ticket.ticketId };
  },
});
