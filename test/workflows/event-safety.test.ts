import { join } from "node:path";
import { expect, test } from "vitest";
import { filesOf, openStage, root, shippedRehearsals } from "./play-shipped.ts";

const shipped = filesOf(join(root, "workflows"));
const stage = openStage("event-safety");

test("has a rehearsal for each way it can go", () => {
  expect(shippedRehearsals("event-safety").toSorted()).toEqual([
    "all-sources-down",
    "approved",
    "bad-arguments",
    "forgets-notice",
    "main-source-down",
    "no-result",
    "nothing-to-do",
    "rejected",
    "stubborn",
    "unknown-tool",
  ]);
});

test.each(shippedRehearsals("event-safety"))("goes as the rehearsal %s expects", async (rehearsal) => {
  const { differences } = await stage.play(rehearsal, `expected-${rehearsal}`);
  expect(differences).toEqual([]);
});

test("cancels the event in the run's copy and writes two notices", async () => {
  await stage.play("approved", "storm");
  const events = JSON.parse(stage.read("storm", "events.json")) as {
    eventId: string;
    status: string;
    reason?: string;
  }[];
  expect(events.map(({ eventId, status, reason }) => ({ eventId, status, reason }))).toEqual([
    { eventId: "evt-101", status: "cancelled", reason: "A heavy storm is over Shanghai." },
    { eventId: "evt-102", status: "planned", reason: undefined },
    { eventId: "evt-103", status: "planned", reason: undefined },
    { eventId: "evt-104", status: "planned", reason: undefined },
  ]);
  expect(stage.list("storm", "outbox")).toEqual(["notice-1.eml", "notice-2.eml"]);
  expect(readMail(stage.read("storm", "outbox/notice-1.eml"))).toMatchObject({
    recipients: ["lin.yue@example.org", "marek.dubois@example.org", "adaeze.holm@example.org"],
    subject: "今晚演出取消 Cancelled tonight: 滨江露天音乐会 Riverside Open-Air Concert",
    text: expect.stringContaining("因上海有强风暴，今晚的演出取消。") as string,
  });
  expect(readMail(stage.read("storm", "outbox/notice-2.eml"))).toEqual({
    recipients: ["admin@example.org"],
    subject: "Cancelled: evt-101 (3 registered)",
    text: [
      "滨江露天音乐会 Riverside Open-Air Concert is cancelled because of the storm.",
      "Registered: 3.",
      "To be refunded: 160 yuan.",
      "",
    ].join("\r\n"),
  });
});

test("begins each run with fresh copies", async () => {
  await stage.play("approved", "twice");
  const { differences } = await stage.play("approved", "twice");
  expect(differences).toEqual([]);
  expect(stage.list("twice", "outbox")).toEqual(["notice-1.eml", "notice-2.eml"]);
});

test.each(["rejected", "all-sources-down"])("changes and sends nothing in the rehearsal %s", async (rehearsal) => {
  await stage.play(rehearsal, `untouched-${rehearsal}`);
  const copy = stage.read(`untouched-${rehearsal}`, "events.json");
  expect(copy).toBe(shipped[join("event-safety", "data", "events.json")]);
  expect(stage.list(`untouched-${rehearsal}`, "outbox")).toEqual([]);
});

test("leaves its own files as they were shipped", () => {
  expect(filesOf(join(root, "workflows"))).toEqual(shipped);
});

interface Mail {
  readonly recipients: readonly string[];
  readonly subject: string;
  readonly text: string;
}

function readMail(message: string): Mail {
  const [head = "", body = ""] = message.split("\r\n\r\n");
  const headers = new Map(
    head
      .replaceAll("\r\n ", " ")
      .split("\r\n")
      .map((line) => [line.slice(0, line.indexOf(":")), line.slice(line.indexOf(":") + 2)]),
  );
  const decoded = (headers.get("Subject") ?? "")
    .replaceAll("?= =?", "?==?")
    .replace(/=\?UTF-8\?B\?([^?]+)\?=/g, (_word, base64: string) => Buffer.from(base64, "base64").toString());
  return {
    recipients: (headers.get("Bcc") ?? headers.get("To") ?? "").split(/,\s*/),
    subject: decoded,
    text: Buffer.from(body, "base64").toString(),
  };
}
