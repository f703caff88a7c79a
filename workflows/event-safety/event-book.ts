import { join } from "node:path";
import { type Caller, toolError } from "sopwith";
import { z } from "zod";
import { readJsonFile, writeFileWhole } from "../shared/json-file.ts";
import { workFolder } from "../shared/work-folder.ts";

/** One event of today's programme. */
export const Event = z.object({
  eventId: z.string(),
  title: z.string(),
  city: z.string(),
  outdoor: z.boolean(),
  startsAt: z.iso.datetime({ offset: true }),
  status: z.enum(["planned", "cancelled"]),
  reason: z.string().optional(),
});

/** One person who registered. `paid` is in yuan. */
export const Registration = z.object({ eventId: z.string(), name: z.string(), email: z.email(), paid: z.number() });

/** An event as data. */
export type Event = z.output<typeof Event>;

/** A registration as data. */
export type Registration = z.output<typeof Registration>;

const data = join(import.meta.dirname, "data");

/** The run's own copy of the programme, and the folder its notices are written to. */
export function runFolder(caller: Caller): string {
  return workFolder({ workflow: "event-safety", data, files: ["events.json"], caller });
}

/**
 * A city's events as this run has left them.
 * @throws `CITY_UNKNOWN` for a city without events: a slip in the name must not look like a day without danger
 */
export function readEventsOf(caller: Caller, city: string): readonly Event[] {
  const events = readEvents(caller);
  const found = events.filter((event) => event.city.toLowerCase() === city.toLowerCase());
  if (found.length > 0) return found;
  const cities = [...new Set(events.map((event) => event.city))].join(", ");
  throw toolError({
    code: "CITY_UNKNOWN",
    message: `Today's programme has nothing in "${city}". It has events in ${cities}.`,
    effect: "none",
    retryable: false,
  });
}

/**
 * Marks an event as cancelled; an event that is cancelled already stays as it is.
 * Reads and writes without a pause, so two calls at the same time cannot lose each other's change.
 */
export function cancelInBook(
  caller: Caller,
  { eventId, reason }: { readonly eventId: string; readonly reason: string },
): Event {
  const events = readEvents(caller);
  const event = findEvent(events, eventId);
  if (event.status === "cancelled") return event;
  const cancelled: Event = { ...event, status: "cancelled", reason };
  const changed = events.map((other) => (other === event ? cancelled : other));
  writeFileWhole(join(runFolder(caller), "events.json"), `${JSON.stringify(changed, undefined, 2)}\n`);
  return cancelled;
}

/** Who registered for an event. */
export function readRegistrations(caller: Caller, eventId: string): readonly Registration[] {
  findEvent(readEvents(caller), eventId);
  const all = readJsonFile(join(data, "registrations.json"), z.array(Registration));
  return all.filter((registration) => registration.eventId === eventId);
}

function readEvents(caller: Caller): readonly Event[] {
  return readJsonFile(join(runFolder(caller), "events.json"), z.array(Event));
}

function findEvent(events: readonly Event[], eventId: string): Event {
  const event = events.find((other) => other.eventId === eventId);
  if (event) return event;
  throw toolError({
    code: "EVENT_UNKNOWN",
    message: `There is no event "${eventId}". Look it up with events/list.`,
    effect: "none",
    retryable: false,
  });
}
