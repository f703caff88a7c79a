import { expect, test } from "vitest";
import { toEml } from "../../workflows/event-safety/to-eml.ts";

const notice = {
  from: "Desk <desk@example.org>",
  to: ["lin@example.org"],
  subject: "Cancelled: evt-101",
  text: "Hello,\nthe concert is cancelled.",
  messageId: "42@example.org",
  date: new Date("2026-06-13T07:05:00Z"),
};

test("writes an RFC 5322 message with CRLF line ends and a base64 body", () => {
  expect(toEml(notice).split("\r\n")).toEqual([
    "Date: Sat, 13 Jun 2026 07:05:00 +0000",
    "From: Desk <desk@example.org>",
    "To: lin@example.org",
    "Subject: Cancelled: evt-101",
    "Message-ID: <42@example.org>",
    "MIME-Version: 1.0",
    "Content-Type: text/plain; charset=utf-8",
    "Content-Transfer-Encoding: base64",
    "",
    Buffer.from("Hello,\r\nthe concert is cancelled.").toString("base64"),
    "",
  ]);
});

test("hides several recipients from one another", () => {
  const headers = headersOf(toEml({ ...notice, to: ["lin@example.org", "marek@example.org"] }));
  expect(headers).toContain("To: undisclosed-recipients:;\r\nBcc: lin@example.org,\r\n marek@example.org\r\n");
});

test.each([
  ["short CJK", "今晚演出取消"],
  [
    "CJK and Latin over several words",
    "今晚演出取消 Cancelled tonight: 滨江露天音乐会 Riverside Open-Air Concert".repeat(3),
  ],
  ["characters outside the BMP", "🌩️".repeat(40)],
  ["plain text that looks encoded", "=?UTF-8?B?aGk=?="],
  ["a long plain line", "storm ".repeat(30).trim()],
  ["an accent", "Überschwemmung"],
])("encodes a subject with %s so that it reads back the same", (_name, subject) => {
  const headers = headersOf(toEml({ ...notice, subject }));
  const lines = /^Subject: (?:.|\r\n )+(?=\r\n)/m.exec(headers)?.[0].split("\r\n") ?? [];
  const words = lines.map((line) => line.replace(/^(Subject:)? /, ""));
  expect(words.every((word) => /^=\?UTF-8\?B\?[A-Za-z0-9+/=]+\?=$/.test(word))).toBe(true);
  expect(lines.filter((line) => line.length > 76)).toEqual([]);
  // Each word is decoded alone: a reader may not join their bytes.
  const decoder = new TextDecoder("utf-8", { fatal: true });
  expect(words.map((word) => decoder.decode(Buffer.from(word.slice(10, -2), "base64"))).join("")).toBe(subject);
});

test("breaks the body into lines of at most 76 characters that decode to the text", () => {
  const text = "暴风雨。Storm. ".repeat(60);
  const message = toEml({ ...notice, text });
  const body = message.slice(message.indexOf("\r\n\r\n") + 4);
  expect(Math.max(...body.split("\r\n").map((line) => line.length))).toBe(76);
  expect(Buffer.from(body, "base64").toString()).toBe(text);
});

function headersOf(message: string): string {
  return message.slice(0, message.indexOf("\r\n\r\n") + 2);
}
