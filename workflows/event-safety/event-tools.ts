import { defineTool } from "sopwith";
import { z } from "zod";
import { cancelInBook, Event, readEventsOf, readRegistrations, Registration } from "./event-book.ts";

const EventId = z.string().describe("Such as evt-101");

/** Today's programme of a city. */
export const listEvents = defineTool({
  name: "events/list",
  description:
    "Today's events in a city, with id, title, start and status. Outdoor events only, unless asked otherwise.",
  effect: "read",
  input: z.object({ city: z.string().min(1), outdoorOnly: z.boolean().default(true) }),
  output: z.object({ events: z.array(Event) }),
  run: ({ city, outdoorOnly }, { caller }) => {
    const events = readEventsOf(caller, city);
    return { events: events.filter((event) => event.outdoor || !outdoorOnly) };
  },
});

/** Who registered for an event, and what they paid. */
export const getRegistrations = defineTool({
  name: "events/get_registrations",
  description: "People registered for one event: name, e-mail and what they paid in yuan (0: a free ticket).",
  effect: "read",
  input: z.object({ eventId: EventId }),
  output: z.object({ count: z.int(), totalPaid: z.number(), registrations: z.array(Registration) }),
  run: ({ eventId }, { caller }) => {
    const registrations = [...readRegistrations(caller, eventId)];
    const totalPaid = registrations.reduce((sum, registration) => sum + registration.paid, 0);
    return { count: registrations.length, totalPaid, registrations };
  },
});

/** Cancels an event in the run's copy of the programme. */
export const cancelEvent = defineTool({
  name: "events/cancel",
  description: "Cancel one event and record the reason. Cannot be undone.",
  effect: "destructive",
  idempotency: "keyed",
  input: z.object({ eventId: EventId, reason: z.string().min(1).describe("One sentence; registrants will read it") }),
  output: z.object({ eventId: z.string(), title: z.string(), status: z.literal("cancelled") }),
  policy: { timeoutMs: 10_000, retry: { maxAttempts: 3, backoffMs: 50 }, confirm: "always" },
  run: ({ eventId, reason }, { caller }) => {
    const { title } = cancelInBook(caller, { eventId, reason });
    return { eventId, title, status: "cancelled" as const };
  },
});
