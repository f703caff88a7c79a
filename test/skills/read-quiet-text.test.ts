import { execFileSync } from "node:child_process";
import { readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toStamp } from "../../src/skills/file-stamp.ts";
import { readQuietText } from "../../src/skills/read-quiet-text.ts";
import { makeFolder } from "./skill-folder.ts";

function write(content: string | Buffer): string {
  const path = join(makeFolder(), "SKILL.md");
  writeFileSync(path, content);
  utimesSync(path, 1000, 1000);
  return path;
}

test.each(["", "plain\n", "\uFEFFwith a mark\r\n", "审核 é 🚀\n", "a\0b", "x".repeat(64 * 1024)])(
  "reads a quiet text as it is (%#)",
  (text) => {
    const path = write(text);
    expect(readQuietText(path)).toEqual({ text, stamp: toStamp(statSync(path)) });
    expect(readQuietText(path)?.text).toBe(readFileSync(path, "utf8"));
  },
);

test("a text after a longer one holds nothing of it", () => {
  readQuietText(write("a long text\n"));
  expect(readQuietText(write("short\n"))?.text).toBe("short\n");
});

test.each([
  ["bytes that are no UTF-8", Buffer.from([0x61, 0xff, 0x62])],
  ["a character that was cut off", Buffer.from("审").subarray(0, 2)],
  ["a replacement character", "\uFFFD"],
  ["more than 64 KiB", "x".repeat(64 * 1024 + 1)],
])("leaves %s to the careful reading", (_what, content) => {
  expect(readQuietText(write(content))).toBeUndefined();
});

test("leaves a file that was just written, a folder, a device, a pipe and a missing file to it", () => {
  const folder = makeFolder({ young: "text" });
  symlinkSync("/dev/zero", join(folder, "device"));
  execFileSync("mkfifo", [join(folder, "pipe")]);
  const paths = ["young", "", "device", "pipe", "missing"].map((name) => join(folder, name));
  expect(paths.map(readQuietText)).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
