import { renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { runSopwith } from "../cli/run-sopwith.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { openedStudio, textOf } from "./studio-client.ts";

test("shows what the model asked beside what the gateway did, by the id of the call", async () => {
  const folder = temporaryProject(parcelFiles);
  await runSopwith(folder, "run", "parcel", "--thread", "case 7");
  const { view } = await openedStudio(folder);

  const threads = await view("threads");
  expect(threads.page).toContain('<a href="#/run?thread=case+7">case 7</a>');
  expect(textOf(threads.page)).toMatch(/case 7 completed parcel 1 \d\d:\d\d:\d\d/);

  const { status, page } = await view("run?thread=case+7");
  expect(status).toBe(200);
  const calls = [...page.matchAll(/<tr>.*?<\/tr>/gs)].map(([row]) => textOf(row).trim());
  const find = calls.find((row) => row.includes("step"));
  expect(find).toMatch(/^parcels\/find {"id":"P-1"} ok \d+ ms {"place":"Bremen"} step 1 done\. call_[0-9a-f]{24}$/);
  const text = textOf(page);
  expect(text).toMatch(
    /case 7\/1 completed .* look completed follows find-parcel, guide .* turn 1 rehearsal#1, \d+ tokens in/,
  );
  expect(text).toMatch(/1 steps? conforms .* done 1 MUST/);
  expect(text).toMatch(/ask completed approved Give the parcel in Bremen up\? by Ana, rehearsed/);
  expect(text).toMatch(
    /drop completed .* called by the workflow itself parcels\/drop {"id":"P-1"} ok \d+ ms {"dropped":true}/,
  );

  expect((await view("run?thread=case+8")).status).toBe(404);
  expect(textOf((await view("run?thread=case+8")).page)).toContain("THREAD_NOT_FOUND");
});

test("says that the store is gone in place of showing that nothing waits", async () => {
  const folder = temporaryProject(parcelFiles);
  const { view } = await openedStudio(folder);
  expect(textOf((await view("approvals")).page)).toContain("Nothing waits for a person.");
  await runSopwith(folder, "run", "parcel", "--thread", "a");
  expect((await view("threads")).page).toContain("thread=a");
  renameSync(join(folder, ".sopwith"), join(folder, ".moved"));
  const { status, page } = await view("approvals");
  expect([status, textOf(page)]).toEqual([500, expect.stringContaining("STORE_GONE")]);
  renameSync(join(folder, ".moved"), join(folder, ".sopwith"));
  expect((await view("threads")).page).toContain("thread=a");
});

test("shows the audit trail by thread, user, tool and status", async () => {
  const folder = temporaryProject(parcelFiles);
  await runSopwith(folder, "run", "parcel", "--thread", "a", "--user", "mia");
  await runSopwith(folder, "run", "parcel", "--thread", "b");
  const { view } = await openedStudio(folder);
  const rowsOf = async (query: string): Promise<readonly string[]> => {
    const rows = [...(await view(`audit${query}`)).page.matchAll(/<tr data-key="audit.*?<\/tr>/gs)];
    return rows.map(([row]) =>
      textOf(row)
        .trim()
        .split(" ")
        .slice(1)
        .join(" ")
        .replace(/\d+ ms/, "ms"),
    );
  };
  expect(await rowsOf("?thread=a&tool=parcels%2Fdrop")).toEqual([
    'a/1 mia drop parcels/drop ok ms {"id":"P-1"} {"dropped":true}',
  ]);
  expect(await rowsOf("?tool=parcels%2Ffind&user=&status=ok")).toEqual([
    'b/1 look parcels/find ok ms {"id":"P-1"} {"place":"Bremen"}',
    'a/1 mia look parcels/find ok ms {"id":"P-1"} {"place":"Bremen"}',
  ]);
  expect(await rowsOf("?user=nobody")).toEqual([]);
  expect(await rowsOf("?status=failed")).toEqual([]);
});

test("shows every tool with where it stands", async () => {
  const { view } = await openedStudio(temporaryProject(parcelFiles));
  const { page } = await view("tools");
  expect(textOf(page)).toMatch(
    /parcels\/drop Give a parcel up\. .* confirm always .* destructive on always 30\.0 s 1 parcel [0-9a-f]{16}/,
  );
});

test("lets nothing that a stranger wrote become markup", async () => {
  const folder = temporaryProject({});
  const bad = `"><img src=x onerror=alert(1)>'\u202Eevil\u0000<script>alert(1)</script>`;
  const store = createSqliteStore({ file: join(folder, ".sopwith/sopwith.db") });
  const at = "2026-01-01T00:00:00.000Z";
  const run = `${bad}/1`;
  const key = { run, path: bad, visit: 1 };
  const usage = { inputTokens: 1, outputTokens: 1 };
  const step = { text: bad, level: "must", line: 1, status: "missing", calls: ["c"], reason: bad, step: bad } as const;
  await store.putRun({
    id: run,
    thread: bad,
    ordinal: 1,
    workflow: bad,
    workflowHash: "h",
    status: "waiting",
    input: { bad },
    usage,
    text: bad,
    answer: bad,
    user: bad,
    rehearsal: bad,
    startedAt: at,
    skills: { [bad]: bad },
    reasons: [bad],
    error: { code: bad, message: bad, hint: bad },
    conformance: [
      {
        path: bad,
        visit: 1,
        skill: bad,
        hash: bad,
        mode: "guide",
        conforms: false,
        steps: [step],
        refused: [{ callId: bad, tool: bad, reason: bad }],
      },
    ],
  });
  const call = { id: bad, name: bad, arguments: { [bad]: bad }, problem: bad, rawArguments: bad, repair: bad };
  const reply = { text: bad, calls: [call], usage, finish: "stop", model: bad };
  await store.putTurn({ ...key, turn: 0, reply, at });
  const outcome = {
    status: "denied",
    code: bad,
    reason: bad,
    callId: "c",
    tool: bad,
    attempts: 1,
    durationMs: 1,
    notes: [bad],
  };
  await store.putCall(
    {
      ...key,
      id: "c",
      turn: 0,
      position: 1,
      tool: bad,
      input: bad.repeat(9),
      status: "finished",
      attempts: 1,
      outcome,
      startedAt: at,
    },
    false,
  );
  await store.requestApproval({
    ...key,
    id: "ask_1",
    thread: bad,
    kind: "confirmation",
    title: bad,
    details: { bad },
    requestedAt: at,
    to: bad,
    user: bad,
  });
  const entry = {
    id: "c:denied",
    at,
    thread: bad,
    run,
    node: bad,
    user: bad,
    callId: "c",
    tool: bad,
    input: bad,
    output: bad.repeat(9),
    status: bad,
    code: bad,
  };
  await store.appendAudit([{ ...entry, attempts: 2, durationMs: 1, notes: [bad], rule: bad, insteadOf: bad }], false);
  await store.close();

  const { view } = await openedStudio(folder);
  const query = new URLSearchParams({ thread: bad, status: bad }).toString();
  for (const path of [
    "threads",
    "approvals",
    `run?${query}`,
    `audit?${query}`,
    "audit",
    `run?thread=${encodeURIComponent(bad + "x")}`,
    `threads?${query}`,
  ]) {
    const { page } = await view(path);
    expect(page).toContain("&lt;script&gt;");
    expect(page).not.toMatch(/<(img|script)|[\u202E\u0000]/);
    // Every attribute is a known one, so none was broken out of.
    const names = [...page.matchAll(/<[a-z0-9]+((?:\s+[a-z-]+(?:="[^"]*")?)*)\s*\/?>/g)].flatMap(([, attributes]) =>
      [...attributes!.matchAll(/([a-z-]+)(?:="[^"]*")?/g)].map((match) => match[1]),
    );
    const known =
      /^(class|href|scope|colspan|role|aria-\w+|tabindex|title|datetime|open|name|value|type|rows|required|autocomplete|spellcheck|placeholder|data-(key|post|view))$/;
    expect(names.filter((name) => !known.test(name!))).toEqual([]);
  }
});
