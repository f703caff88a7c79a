import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { isSopwithError } from "../../src/base/errors.ts";
import { openProject } from "../../src/project/open-project.ts";
import { runDoctor } from "../../src/project/run-doctor.ts";
import { shareBreakers } from "../../src/project/share-breakers.ts";
import { type RespServer, startRespServer } from "../store/resp-server.ts";
import type { BreakerOrder } from "./breaker-child.ts";

const program = new URL("breaker-child.ts", import.meta.url).pathname;

async function startServer(): Promise<RespServer> {
  const server = await startRespServer();
  onTestFinished(() => server.stop());
  return server;
}

/** A process of its own. */
interface Peer {
  readonly isUp: boolean;
  /** How the call ended. */
  order(order: BreakerOrder): Promise<string>;
  /** Its next notice. */
  notice(): Promise<string>;
}

async function startPeer(url: string, openMs = 300): Promise<Peer> {
  const child = fork(program, [], {
    execArgv: ["--disable-warning=ExperimentalWarning"],
    env: { ...process.env, REDIS_URL: url, OPEN_MS: String(openMs) },
  });
  onTestFinished(() => void child.kill());
  const { ready } = await message(child, "ready");
  return {
    isUp: ready === true,
    order: async (order) => {
      const answer = message(child, "ended");
      child.send(order);
      return String((await answer)["ended"]);
    },
    notice: async () => String((await message(child, "notice"))["notice"]),
  };
}

async function message(child: ChildProcess, key: string): Promise<Record<string, unknown>> {
  for (;;) {
    const [said] = (await once(child, "message")) as [Record<string, unknown>];
    if (key in said) return said;
  }
}

test("a breaker that opens in one process is open in another, whose calls have all gone well", async () => {
  const { url } = await startServer();
  const [a, b] = await Promise.all([startPeer(url, 60_000), startPeer(url, 60_000)]);
  expect([await a.order({ works: false }), await b.order({ works: true })]).toEqual(["TOOL_FAILED", "ok"]);
  expect(await a.order({ works: false, until: "BREAKER_OPEN" })).toBe("BREAKER_OPEN");
  expect(await b.order({ works: true, until: "BREAKER_OPEN" })).toBe("BREAKER_OPEN");
  // A process that starts while it is open knows at once.
  const c = await startPeer(url, 60_000);
  expect(await c.order({ works: true })).toBe("BREAKER_OPEN");
});

test("a call that tries and goes well lets both processes call the tool again", async () => {
  const { url } = await startServer();
  const [a, b] = await Promise.all([startPeer(url), startPeer(url)]);
  await a.order({ works: false, until: "BREAKER_OPEN" });
  await b.order({ works: true, until: "BREAKER_OPEN" });
  expect(await a.order({ works: true, until: "ok" })).toBe("ok");
  expect(await b.order({ works: true, until: "ok" })).toBe("ok");
});

test("without Redis a process counts for itself, and shares again when Redis is back", async () => {
  const server = await startServer();
  const [a, b] = await Promise.all([startPeer(server.url), startPeer(server.url)]);
  const lost = [a.notice(), b.notice()];
  await server.stop();
  expect(await Promise.all(lost)).toEqual([
    expect.stringContaining("cannot be reached"),
    expect.stringContaining("cannot be reached"),
  ]);
  expect(await a.order({ works: false, until: "BREAKER_OPEN" })).toBe("BREAKER_OPEN");
  expect(await b.order({ works: true })).toBe("ok");
  const back = [a.notice(), b.notice()];
  await server.restart();
  await Promise.all(back);
  await a.order({ works: true, until: "ok" });
  await a.order({ works: false, until: "BREAKER_OPEN" });
  expect(await b.order({ works: true, until: "BREAKER_OPEN" })).toBe("BREAKER_OPEN");
});

test.each([
  ["${NOT_SET}", "The config's breakers.share needs NOT_SET, which is not set."],
  ["http://127.0.0.1:6379", "The config's breakers.share is no address of a Redis."],
  ["redis://mia:100%zz@127.0.0.1:6379", "The config's breakers.share is no address of a Redis."],
  ["redis://127.0.0.1:6379/shop", "The config's breakers.share is no address of a Redis."],
  ["redis at home", "The config's breakers.share is no address of a Redis."],
])("%s is refused", async (share, sentence) => {
  const refused = await shareBreakers({ share }, { env: {} }).catch((error: unknown) => error);
  expect(isSopwithError(refused, "BREAKERS_SHARE") && refused.message).toBe(sentence);
});

test("a missing package is an error that names the command", async () => {
  const folder = mkdtempSync(join(tmpdir(), "breakers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const hide = join(folder, "hide.mjs");
  writeFileSync(
    hide,
    `import { registerHooks } from "node:module";
registerHooks({ resolve: (name, context, next) => next(name === "@redis/client" ? "@redis/not-there" : name, context) });`,
  );
  const child = fork(program, [], {
    execArgv: ["--disable-warning=ExperimentalWarning", "--import", hide],
    env: { ...process.env, REDIS_URL: "redis://127.0.0.1:1", OPEN_MS: "300" },
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  onTestFinished(() => void child.kill());
  let said = "";
  child.stderr!.on("data", (chunk) => (said += String(chunk)));
  await once(child, "exit");
  expect(said).toContain("code: 'REDIS_MISSING'");
  expect(said).toContain("Run: npm install @redis/client");
});

test("doctor says whether they are shared, and a project without them loads nothing", async () => {
  const server = await startServer();
  const folder = mkdtempSync(join(tmpdir(), "breakers-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const plain = await openProject({ cwd: folder });
  expect(await plain.shareBreakers()).toBeUndefined();
  await plain.close();
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(
    join(folder, "sopwith.config.ts"),
    `export default { breakers: { share: "\${NO_VARIABLE:-${server.url}}" } };`,
  );
  const found = async (): Promise<unknown> => (await runDoctor(folder)).find(({ name }) => name === "breakers");
  expect(await found()).toMatchObject({ status: "ok", message: "shared over Redis" });
  await server.stop();
  expect(await found()).toMatchObject({
    status: "warning",
    message: expect.stringMatching(
      /^Redis at 127\.0\.0\.1:\d+ cannot be reached \(.+\)\. Each process counts for itself; check breakers\.share in the config$/,
    ),
  });
});
