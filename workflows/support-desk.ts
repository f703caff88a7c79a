import { approvalNode, defineWorkflow, routerNode, skillNode, toolNode, type Visit } from "sopwith";
import { z } from "zod";
import { getOrder, getOrderOfLastNight } from "./support-desk/order-tools.ts";
import { searchProducts } from "./support-desk/product-tool.ts";
import { createRefund } from "./support-desk/refund-tool.ts";
import { createTicket } from "./support-desk/ticket-tool.ts";

/** One skill for each kind of request. */
const topics = ["order-status", "refund", "product-question", "complaint"] as const;

/** Refunds above it, in euro, need a person's yes. */
const approvalLimit = 100;

const Reply = z.object({
  answer: z.string().describe("What the user is told"),
  orderId: z.string().default("").describe("The order it was about, if any"),
  refund: z
    .object({ orderId: z.string(), amount: z.number().positive(), reason: z.string() })
    .nullable()
    .default(null)
    .describe("The refund that is due, in euro; null when none is"),
});

const DeskState = z.object({
  request: z.string(),
  topic: z.enum(topics).optional(),
  ...Reply.shape,
  answer: z.string().default(""),
  approved: z.boolean().default(false),
});

type State = z.output<typeof DeskState>;

const route = routerNode({
  choices: topics,
  // The topic and order before this request, so that "and when?" finds its way.
  input: ({ request, topic, orderId }: State) => ({ request, topicSoFar: topic ?? "none", orderSoFar: orderId }),
  rule: ({ request }) => (/人工|投诉|\bcomplain|speak to (a|some)/i.test(request) ? "complaint" : undefined),
  default: "complaint",
  save: (topic) => ({ topic }),
});

const serve = skillNode({
  skill: (state: State) => state.topic ?? "complaint",
  input: ({ request, orderId }: State) => ({ request, orderSoFar: orderId }),
  output: Reply,
  tools: ["orders/*", "products/*", "tickets/*"],
  save: (reply) => reply,
});

const approve = approvalNode({
  ask: ({ refund, request }: State) => ({
    title: `Refund ${euro(refund?.amount)} for order ${refund?.orderId}?`,
    details: { request, reason: refund?.reason ?? "" },
  }),
  save: ({ approved, reason }, { refund }) => ({
    approved,
    ...(!approved && {
      answer: `We cannot refund ${euro(refund?.amount)} for order ${refund?.orderId}${reason === undefined ? "" : `: ${reason}`}.`,
    }),
  }),
});

const pay = toolNode({
  tool: createRefund,
  input: ({ refund }: State) => ({ orderId: refund?.orderId ?? "", amount: refund?.amount ?? 0 }),
  save: ({ refundId, amount }, { answer }) => ({
    answer: `${answer} ${euro(amount)} is on its way to you (${refundId}).`,
  }),
  degrade: (_outcome, { refund }) => ({
    answer: `The refund for order ${refund?.orderId} could not be booked, and nothing was paid. A colleague looks into it.`,
  }),
});

/** The last words when the skill could not be finished. */
function apologise(_state: State, visit: Visit): Partial<State> {
  visit.degrade("The request was not dealt with.");
  return {
    answer: "We could not deal with your request just now. Nothing was paid. Please write to desk@example.org.",
  };
}

function euro(amount = 0): string {
  return `${amount.toFixed(2)} EUR`;
}

/** Routes a request to one of four skills; refunds above the limit wait for a person. */
export default defineWorkflow({
  name: "support-desk",
  description: "Answer a customer's request with one of four skills; larger refunds need a person's yes.",
  state: DeskState,
  start: "route",
  tools: [getOrder, getOrderOfLastNight, searchProducts, createTicket, createRefund],
  nodes: { route, serve, approve, pay, apologise },
  edges: {
    route: "serve",
    serve: ({ refund }) => (refund === null ? "end" : refund.amount > approvalLimit ? "approve" : "pay"),
    approve: ({ approved }) => (approved ? "pay" : "end"),
    pay: "end",
    apologise: "end",
  },
  fallbacks: { serve: "apologise" },
  keep: ["topic", "orderId"],
  conversation: { maxTurns: 3 },
  answer: (state) => state.answer,
});
