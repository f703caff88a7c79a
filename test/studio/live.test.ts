import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { commandFile, plainEnvironment, runSopwith } from "../cli/run-sopwith.ts";
import { effectsOf, orderProject } from "../cli/order-project.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { openedStudio, pageThatSays } from "./studio-client.ts";

test("shows each turn of a run that goes on in another process", async () => {
  const waits = 'run: async ({ id }) => { while (!existsSync("go")) await setTimeout(20); return';
  const [file, workflow] = ["workflows/parcel.ts", parcelFiles["workflows/parcel.ts"]!];
  const imports = 'import { existsSync } from "node:fs";\nimport { setTimeout } from "node:timers/promises";\n';
  const slow =
    imports +
    workflow.replace(
      'run: ({ id }) => ({ place: id === "P-1" ? "Bremen" : "nowhere" })',
      `${waits} { place: "Bremen" }; }`,
    );
  expect(slow).toContain(waits);
  const folder = temporaryProject({ ...parcelFiles, [file]: slow });
  const { follow } = await openedStudio(folder);
  const pages = follow("run?thread=slow");
  await pageThatSays(pages, "THREAD_NOT_FOUND");

  const child = spawn(process.execPath, [commandFile, "run", "parcel", "--thread", "slow"], {
    cwd: folder,
    env: plainEnvironment(),
  });
  onTestFinished(() => void child.kill());
  let said = "";
  child.stderr.on("data", (text) => (said += String(text)));
  const ended = once(child, "close").then(([code]) => `ended with ${code}: ${said}`);
  const first = await Promise.race([pageThatSays(pages, "turn 1"), ended]);
  expect(first).toContain("slow/1 running");
  expect(first).toContain('parcels/find {"id":"P-1"} under way');
  expect(first).not.toContain("turn 2");

  writeFileSync(join(folder, "go"), "");
  expect(await pageThatSays(pages, "turn 2", "slow/1 completed")).toContain("ok");
  expect(await ended).toMatch(/^ended with 0/);
});

test("decides, and the run goes on by the command", async () => {
  const folder = orderProject();
  await runSopwith(folder, "run", "order", "--thread", "o", "--input", inputFile(folder), "--wait");
  const { view, post, follow } = await openedStudio(folder);
  const { page } = await view("approvals");
  expect(page).toContain('Approvals <span class="count">1</span>');
  const id = /name="id" value="(ask_\w+)"/.exec(page)![1]!;

  const unknown = await post("/decide", { id: "ask_0", action: "approve", by: "mia" });
  expect(unknown).toMatchObject({ status: 409, message: expect.stringMatching(/^APPROVAL_NOT_FOUND {2}/) as string });
  expect(await post("/decide", { id, action: "approve", by: "mia", reason: "--looks right" })).toEqual({
    status: 200,
    message: "Decided. The run goes on.",
  });
  const run = await pageThatSays(follow("run?thread=o"), "o/1 completed");
  expect(run).toMatch(/approved Ship 5\? by mia, --looks right/);
  expect(effectsOf(folder)).toEqual(["shop/reserve 5", "shop/ship 5"]);

  const late = await post("/decide", { id, action: "reject", by: "eve" });
  expect(late.status).toBe(409);
  expect(late.message).toMatch(/^APPROVAL_DECIDED {2}/);
});

test("lets a run that it has going come to rest when it is closed", async () => {
  const folder = orderProject();
  const file = join(folder, "workflows/order.ts");
  const waits =
    "run: async ({ amount }, { signal }) => {\n    if (existsSync('slow')) await setTimeout(3_600_000, undefined, { signal });";
  const text = readFileSync(file, "utf8")
    .replace("run: ({ amount }) => {", waits)
    .replaceAll('effect: "write"', 'effect: "read"');
  writeFileSync(file, `import { setTimeout } from "node:timers/promises";\n${text}`);
  await runSopwith(folder, "run", "order", "--thread", "o", "--input", inputFile(folder), "--wait");
  writeFileSync(join(folder, "slow"), "");
  const { view, post, close } = await openedStudio(folder);
  const id = /name="id" value="(ask_\w+)"/.exec((await view("approvals")).page)![1]!;
  expect(await post("/decide", { id, action: "approve", by: "mia" })).toMatchObject({ status: 200 });
  await close();

  rmSync(join(folder, "slow"));
  expect((await runSopwith(folder, "resume", "o")).code).toBe(0);
  expect(effectsOf(folder)).toEqual(["shop/reserve 5", "shop/ship 5"]);
});

test("decides nothing where it only shows", async () => {
  const folder = orderProject();
  await runSopwith(folder, "run", "order", "--thread", "o", "--input", inputFile(folder), "--wait");
  const { view, post } = await openedStudio(folder, { readOnly: true });
  const { page } = await view("approvals");
  expect(page).not.toContain("<form");
  const id = /approvals show (ask_\w+)/.exec(page)![1]!;
  expect((await post("/decide", { id, action: "approve", by: "mia" })).status).toBe(403);
  expect((await runSopwith(folder, "approvals")).stdout).toContain(id);
});

function inputFile(folder: string): string {
  writeFileSync(join(folder, "input.json"), "{}");
  return "input.json";
}
