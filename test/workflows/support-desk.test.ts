import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOf, openStage, root, shippedRehearsals } from "./play-shipped.ts";

const shipped = filesOf(join(root, "workflows"));
const stage = openStage("support-desk");

test("has a rehearsal for each way it can go", () => {
  expect(shippedRehearsals("support-desk").toSorted()).toEqual([
    "all-sources-down",
    "approved",
    "asks-for-order",
    "bad-arguments",
    "complaint",
    "main-source-down",
    "no-result",
    "nothing-to-do",
    "refund-in-doubt",
    "rejected",
    "small-refund",
    "unknown-tool",
  ]);
});

test.each(shippedRehearsals("support-desk"))("goes as the rehearsal %s expects", async (rehearsal) => {
  const { differences } = await stage.play(rehearsal, `expected-${rehearsal}`);
  expect(differences).toEqual([]);
});

test("books an approved refund in the run's copy", async () => {
  await stage.play("approved", "tent");
  expect(refundsOf("tent")).toEqual({
    "A-1002": [{ refundId: "R-A-1002-1", amount: 189, key: expect.any(String) as string }],
  });
});

test("books nothing when a person said no", async () => {
  await stage.play("rejected", "no");
  expect(refundsOf("no")).toEqual({});
});

test("hands a case over as a ticket", async () => {
  await stage.play("complaint", "jacket");
  expect(JSON.parse(stage.read("jacket", "tickets.json"))).toEqual([
    {
      ticketId: "T-1",
      key: expect.any(String) as string,
      subject: "羽绒服第二次开线（A-1004）",
      text: "客户第二次投诉订单 A-1004 的羽绒服开线，订单已送达 47 天。客户希望有人联系。",
      urgency: "high",
    },
  ]);
});

test("knows the order of an earlier request on the same thread", async () => {
  await stage.play("nothing-to-do", "talk");
  const { differences } = await stage.play(join(import.meta.dirname, "follow-up.yaml"), "talk");
  expect(differences).toEqual([]);
});

test("leaves its own files as they were shipped", () => {
  expect(filesOf(join(root, "workflows"))).toEqual(shipped);
});

function refundsOf(thread: string): Record<string, unknown> {
  const orders = JSON.parse(stage.read(thread, "orders.json")) as { orderId: string; refunds: unknown[] }[];
  return Object.fromEntries(
    orders.filter(({ refunds }) => refunds.length > 0).map(({ orderId, refunds }) => [orderId, refunds]),
  );
}
