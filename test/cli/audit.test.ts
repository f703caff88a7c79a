import { existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { AuditEntry } from "../../src/store/audit-store.ts";
import type { RunStore } from "../../src/store/run-store.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const folder = temporaryProject({
  ...parcelFiles,
  "sopwith.config.ts": `import { defineConfig } from "sopwith";
export default defineConfig({ policies: {
  agents: { "parcel/look": ["parcels/find*"], drop: { ask: ["parcels/*"] } },
  users: { mira: ["parcels/*"], "*": { deny: ["parcels/drop"], allow: ["*"] } },
} });`,
});
const timeout = 30_000;

test("answers what a conversation called and whether it worked", { timeout }, async () => {
  expect((await runSopwith(folder, "audit")).stdout).toBe("No calls are on record.\n");
  await runSopwith(
    folder,
    "run",
    "parcel",
    "Where is P-1?",
    "--thread",
    "t",
    "--user",
    "mira",
    "--rehearsal",
    "approved",
  );
  const listed = await runSopwith(folder, "audit", "--thread", "t");
  const lines = listed.stdout.trimEnd().split("\n");
  expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}t {2}mira {2}look {2}parcels\/find +ok /);
  expect(lines.at(-1)).toMatch(/^\d calls?, .*parcels\/find ok/);
  expect((await runSopwith(folder, "audit", "--thread", "t", "--summary")).stdout).toBe(`${lines.at(-1)}\n`);
  const [first] = (await runSopwith(folder, "audit", "--tool", "parcels/find", "--json")).stdout.split("\n");
  expect(JSON.parse(first!)).toMatchObject({
    thread: "t",
    user: "mira",
    tool: "parcels/find",
    status: "ok",
    rule: expect.stringMatching(/^agents\.parcel\/look\.allow/),
  });
  expect((await runSopwith(folder, "audit", "--user", "eve")).stdout).toBe("No calls are on record.\n");
  expect((await runSopwith(folder, "audit", "--since", "1h", "--status", "denied")).code).toBe(0);
  const head = (await runSopwith(folder, "audit", "--head")).stdout.trim().split(" ")[1]!;
  expect((await runSopwith(folder, "audit", "--check", "--expect", head)).stdout).toContain("fit");
  expect(await runSopwith(folder, "audit", "--check", "--expect", "0".repeat(64))).toMatchObject({ code: 1 });
  expect(await runSopwith(folder, "audit", "--since", "soon")).toMatchObject({ code: 2 });
  expect(statSync(join(folder, ".sopwith", "signing.key")).mode & 0o777).toBe(0o600);
});

test("shows the calls of several instances as one list", { timeout }, async () => {
  for (const [index, name] of ["east.db", "west.db"].entries()) {
    const store: RunStore = createSqliteStore({ file: join(folder, name) });
    const at = `2026-05-0${2 - index}T10:00:00.000Z`;
    await store.appendAudit([auditEntry({ id: `c${index}`, at, thread: `t${index}` })], true);
    await store.close();
  }
  const both = ["audit", "--store", "east.db", "--store", "west.db"];
  const listed = await runSopwith(folder, ...both);
  expect(listed.stdout.split("\n").map((line) => line.slice(0, 35).trimEnd())).toEqual([
    "2026-05-01 10:00:00  west.db  t1  -",
    "2026-05-02 10:00:00  east.db  t0  -",
    "2 calls, all worked: data/read ok x",
    "",
  ]);
  const [first] = (await runSopwith(folder, ...both, "--thread", "t0", "--json")).stdout.split("\n");
  expect(JSON.parse(first!)).toMatchObject({ thread: "t0", store: "east.db" });
  expect((await runSopwith(folder, "audit", "--check", "--store", "west.db")).stdout).toBe("1 entry, and it fits.\n");
  expect(await runSopwith(folder, ...both, "--check")).toMatchObject({ code: 2 });
  expect(await runSopwith(folder, "audit", "--store", "north.db")).toMatchObject({ code: 2 });
});

function auditEntry(changes: Partial<AuditEntry>): AuditEntry {
  return {
    id: "c",
    at: "2026-05-01T10:00:00.000Z",
    thread: "t",
    run: "t/1",
    node: "desk",
    callId: changes.id ?? "c",
    tool: "data/read",
    input: "{}",
    output: "1",
    status: "ok",
    attempts: 1,
    durationMs: 1,
    ...changes,
  };
}

test("looking makes no file", { timeout }, async () => {
  const empty = temporaryProject(parcelFiles);
  await runSopwith(empty, "audit");
  await runSopwith(empty, "tools", "explain", "parcels/find");
  expect(existsSync(join(empty, ".sopwith"))).toBe(false);
});

describe("tools explain", () => {
  test.each([
    [
      ["--agent", "look", "--user", "mira"],
      "parcels/find by look for mira is allowed.",
      "agents.parcel/look.allow: parcels/find*",
    ],
    [
      ["--agent", "parcel/drop", "--user", "mira"],
      "parcels/find by parcel/drop for mira is denied.",
      "agents.drop.ask: parcels/*",
    ],
    [["--agent", "look"], "parcels/find by look is denied.", "users: the run has no user"],
  ])("%s", { timeout }, async (options, verdict, rule) => {
    const { stdout } = await runSopwith(folder, "tools", "explain", "parcels/find", ...options);
    expect(stdout.split("\n")[0]).toBe(verdict);
    expect(stdout).toContain(rule);
  });

  test("an unknown agent is an error, and so is none where it matters", { timeout }, async () => {
    expect(await runSopwith(folder, "tools", "explain", "parcels/find", "--agent", "lok")).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("look"),
    });
    expect(await runSopwith(folder, "tools", "explain", "parcels/find")).toMatchObject({ code: 2 });
  });
});
