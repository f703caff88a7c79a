import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { ToolContext } from "../../src/tools/tool.ts";
import { cancelEvent, getRegistrations, listEvents } from "../../workflows/event-safety/event-tools.ts";
import { sendNotice } from "../../workflows/event-safety/notice-tool.ts";
import { workFolder } from "../../workflows/shared/work-folder.ts";
import { getOrder } from "../../workflows/support-desk/order-tools.ts";
import { searchProducts } from "../../workflows/support-desk/product-tool.ts";
import { createRefund } from "../../workflows/support-desk/refund-tool.ts";
import { createTicket } from "../../workflows/support-desk/ticket-tool.ts";

const before = process.cwd();
const folder = mkdtempSync(join(tmpdir(), "sopwith-tools-"));
const outbox = join(".sopwith", "event-safety", "desk", "outbox");
let run = 0;

beforeAll(() => process.chdir(folder));
beforeEach(() => {
  run += 1;
});
afterAll(() => {
  process.chdir(before);
  rmSync(folder, { recursive: true });
});

test("lists outdoor events only, unless asked otherwise", async () => {
  const ids = async (outdoorOnly: boolean): Promise<string[]> => {
    const { events } = await listEvents.run({ city: "Shanghai", outdoorOnly }, context("a"));
    return events.map((event) => event.eventId);
  };
  expect(await ids(true)).toEqual(["evt-101"]);
  expect(await ids(false)).toEqual(["evt-101", "evt-102"]);
});

test("shows a cancelled event as cancelled for the rest of the run, and to no other run", async () => {
  const statuses = async (): Promise<unknown> =>
    (await listEvents.run({ city: "Shanghai", outdoorOnly: true }, context("b"))).events.map(({ status }) => status);
  await cancelEvent.run({ eventId: "evt-101", reason: "Storm." }, context("a"));
  expect(await cancelEvent.run({ eventId: "evt-101", reason: "Storm." }, context("a"))).toEqual({
    eventId: "evt-101",
    title: "滨江露天音乐会 Riverside Open-Air Concert",
    status: "cancelled",
  });
  expect(await statuses()).toEqual(["cancelled"]);
  run += 1;
  expect(await statuses()).toEqual(["planned"]);
});

test("writes one notice for one key", async () => {
  const notice = { to: ["lin@example.org"], subject: "取消", text: "Cancelled." };
  expect(await sendNotice.run(notice, context("first"))).toEqual({ file: "notice-1.eml", outbox, recipients: 1 });
  const written = readOutbox();
  expect(await sendNotice.run(notice, context("first"))).toEqual({ file: "notice-1.eml", outbox, recipients: 1 });
  expect(readOutbox()).toEqual(written);
  expect(await sendNotice.run(notice, context("second"))).toEqual({ file: "notice-2.eml", outbox, recipients: 1 });
});

test.each(["two\r\nBcc: all@example.org", "two\nlines", "a\u0000b", ""])("refuses the subject %j", (subject) => {
  expect(sendNotice.input!.safeParse({ to: ["lin@example.org"], subject, text: "Hello" }).success).toBe(false);
});

test("books a refund once for one key, and never more than was paid", async () => {
  expect(await createRefund.run({ orderId: "A-1002", amount: 100 }, context("a"))).toEqual({
    refundId: "R-A-1002-1",
    amount: 100,
  });
  expect(await createRefund.run({ orderId: "A-1002", amount: 100 }, context("a"))).toEqual({
    refundId: "R-A-1002-1",
    amount: 100,
  });
  expect(() => createRefund.run({ orderId: "A-1002", amount: 100 }, context("b"))).toThrow(
    expect.objectContaining({
      code: "REFUND_TOO_HIGH",
      message: "100 EUR cannot be refunded: 89 EUR of what was paid is left.",
    }) as Error,
  );
  expect(await getOrder.run({ orderId: "a-1002" }, context("c"))).toMatchObject({
    total: 189,
    refunded: 100,
    source: "live",
  });
});

test("opens one ticket for one key", async () => {
  const ticket = { subject: "Lamp", text: "It flickers.", urgency: "normal" as const };
  expect(await createTicket.run(ticket, context("a"))).toEqual({ ticketId: "T-1" });
  expect(await createTicket.run(ticket, context("a"))).toEqual({ ticketId: "T-1" });
  expect(await createTicket.run(ticket, context("b"))).toEqual({ ticketId: "T-2" });
});

test("finds products by any of the words", async () => {
  const found = await searchProducts.run({ words: "lantern mug" }, context("a"));
  expect(found.products.map(({ name }) => name)).toEqual(["Trail Lantern", "Enamel Mug"]);
});

test.each([
  ["CITY_UNKNOWN", () => listEvents.run({ city: "上海", outdoorOnly: true }, context("a"))],
  ["EVENT_UNKNOWN", () => getRegistrations.run({ eventId: "evt-999" }, context("a"))],
  ["ORDER_UNKNOWN", () => getOrder.run({ orderId: "B-1" }, context("a"))],
])("says %s where nothing of that name is known", (code, call) => {
  expect(call).toThrow(expect.objectContaining({ code }) as Error);
});

test.each(["..", "../../outside", "a/b", "/etc", "C:\\x"])(
  "keeps the thread %j inside the working folder",
  (thread) => {
    const caller = { ...context("a").caller, thread };
    const made = workFolder({ workflow: "event-safety", data: "unused", files: [], caller });
    expect(join(made, "..")).toBe(join(process.cwd(), ".sopwith", "event-safety"));
  },
);

function context(idempotencyKey: string): ToolContext {
  const caller = { run: `desk/${run}`, thread: "desk", node: "serve" };
  const { signal } = new AbortController();
  return { signal, idempotencyKey, callId: idempotencyKey, attempt: 1, caller, locale: "en" };
}

function readOutbox(): Record<string, string> {
  return Object.fromEntries(readdirSync(outbox).map((file) => [file, readFileSync(join(outbox, file), "utf8")]));
}
