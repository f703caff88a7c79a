import { approvalNode, defineWorkflow, skillNode, type Visit } from "sopwith";
import { z } from "zod";
import { cancelEvent, getRegistrations, listEvents } from "./event-safety/event-tools.ts";
import { sendNotice } from "./event-safety/notice-tool.ts";

/** What the assessment comes to. `unknown`: no weather source answered. */
const Assessment = z.object({
  alert: z.enum(["green", "amber", "red", "unknown"]),
  city: z.string(),
  weather: z.string().describe("Condition and wind with time and source, in one line"),
  events: z
    .array(z.object({ eventId: z.string(), title: z.string(), startsAt: z.string() }))
    .describe("The planned outdoor events, none when green"),
  summary: z.string().describe("What the organiser is told"),
});

/** What a person should know before saying yes. */
const Compliance = z.object({
  registered: z.int(),
  refundTotal: z.number().describe("In yuan"),
  hoursBeforeStart: z.number(),
  noticeInTime: z.boolean(),
  advice: z.string(),
});

/** What was done. */
const Receipt = z.object({
  cancelled: z.array(z.string()).describe("Ids of the cancelled events"),
  notices: z.int().describe("Notices that were sent"),
  summary: z.string(),
});

const EventState = z.object({
  request: z.string(),
  ...Assessment.partial().shape,
  alert: Assessment.shape.alert.default("unknown"),
  events: Assessment.shape.events.default([]),
  approved: z.boolean().default(false),
  takenOver: z.boolean().default(false),
  cancelled: Receipt.shape.cancelled.default([]),
  notices: Receipt.shape.notices.default(0),
  summary: z.string().default(""),
});

type State = z.output<typeof EventState>;

const assess = skillNode({
  skill: "event-safety",
  input: (state: State) => state.request,
  output: Assessment,
  tools: ["weather/*", "events/list"],
  save: (assessment) => assessment,
});

const approve = approvalNode({
  review: {
    skill: "compliance-review",
    input: (state: State) => ({ weather: state.weather, events: state.events }),
    output: Compliance,
    tools: ["events/get_registrations"],
  },
  ask: (state: State, review) => ({
    title: `Cancel ${state.events.map((event) => `${event.title} (${event.eventId})`).join(" and ")}?`,
    details: { weather: state.weather ?? "", ...review },
  }),
  grants: (state) => state.events.map(({ eventId }) => ({ tool: "events/cancel", input: { eventId } })),
  save: ({ approved, by, reason }) => ({
    approved,
    ...(!approved && { summary: `Nothing was cancelled: ${by} said no${reason === undefined ? "" : ` (${reason})`}.` }),
  }),
});

const execute = skillNode({
  skill: "event-cancellation",
  input: (state: State) => ({ city: state.city, weather: state.weather, events: state.events }),
  output: Receipt,
  tools: ["events/*", "notice/send"],
  grantedBy: "approve",
  // What people are told must be complete: a node that leaves a step out fails, and its fallback asks a person.
  sop: "enforce",
  save: (receipt) => receipt,
});

const takeOver = approvalNode({
  ask: ({ events, weather }: State) => ({
    title: `The cancellation of ${events.map(({ eventId }) => eventId).join(" and ")} was not finished. Do you finish it by hand?`,
    details: {
      weather: weather ?? "",
      look: "`sopwith report` tells which steps are open; somebody may not have been told.",
    },
  }),
  save: ({ approved, by }) => ({
    takenOver: approved,
    ...(approved && { summary: `The cancellation could not be finished by itself; ${by} finishes it by hand.` }),
  }),
});

/** The last words when no weather source answered or a node has failed: what is known, and who decides now. */
function handOver({ alert, weather, approved }: State, visit: Visit): Partial<State> {
  visit.degrade("A person has to decide by hand.");
  const problem =
    alert === "unknown"
      ? "The weather could not be checked."
      : `The alert is ${alert} (${weather}), but the work on it could not be finished.`;
  const done = approved
    ? "Look at the programme to see what was cancelled."
    : "Nothing was cancelled and nobody was told.";
  return { summary: `${problem} ${done} Please decide by hand, with the duty officer (duty@example.org).` };
}

/** Checks the weather against today's outdoor events; on a red alert a person decides, then events are cancelled. */
export default defineWorkflow({
  name: "event-safety",
  description: "Check the weather, and cancel outdoor events in a storm once a person has agreed.",
  state: EventState,
  start: "assess",
  // The tools of the namespace `weather` come from the MCP server of that name, in mcp.json.
  tools: [listEvents, getRegistrations, cancelEvent, sendNotice],
  nodes: { assess, approve, execute, takeOver, handOver },
  edges: {
    assess: ({ alert, events }) => {
      if (alert === "unknown") return "handOver";
      return alert === "red" && events.length > 0 ? "approve" : "end";
    },
    approve: ({ approved }) => (approved ? "execute" : "end"),
    execute: "end",
    takeOver: ({ takenOver }) => (takenOver ? "end" : "handOver"),
    handOver: "end",
  },
  fallbacks: { assess: "handOver", approve: "handOver", execute: "takeOver" },
  answer: (state) => state.summary,
});
