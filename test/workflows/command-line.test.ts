import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { copyShipped, filesOf, root } from "./play-shipped.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-start-"));
copyShipped(folder);
symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));

afterAll(() => rmSync(folder, { recursive: true }));

test("prints the same twice and writes below .sopwith only", { timeout: 60_000 }, async () => {
  const before = filesOf(join(folder, "workflows"));
  const first = await sopwith("run", "event-safety");
  expect(first).toMatchObject({ code: 0, stderr: "" });
  expect(first.stdout).toContain("notices lie in .sopwith/event-safety/event-safety-approved/outbox");
  expect(await sopwith("run", "event-safety")).toEqual(first);
  expect(filesOf(join(folder, "workflows"))).toEqual(before);
  expect(readFileSync(join(root, ".gitignore"), "utf8").split("\n")).toContain(".sopwith/");
});

test("goes on in another process with what the run changed before", { timeout: 60_000 }, async () => {
  const thread = "waits";
  const waiting = await sopwith("run", "event-safety", "--wait", "--thread", thread, "--json");
  expect(waiting).toMatchObject({ code: 3, stderr: "" });
  const id = /"id":"(ask_\w+)"/.exec(waiting.stdout)?.[1] ?? "";
  expect(statusOf(thread)).toBe("planned");
  expect(await sopwith("resume", thread, "--approve", id, "--by", "Wen")).toMatchObject({ code: 0, stderr: "" });
  expect(statusOf(thread)).toBe("cancelled");
});

function statusOf(thread: string): string | undefined {
  const file = join(folder, ".sopwith", "event-safety", thread, "events.json");
  const events = JSON.parse(readFileSync(file, "utf8")) as { eventId: string; status: string }[];
  return events.find(({ eventId }) => eventId === "evt-101")?.status;
}

async function sopwith(...line: readonly string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const { OPENAI_API_KEY: _key, NODE_OPTIONS: _options, ...env } = process.env;
  const command = [join(root, "src/cli/sopwith.mjs"), ...line];
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, command, { cwd: folder, env })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}
