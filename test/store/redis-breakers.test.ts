import { createConnection } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { type BreakerWord, openRedisBreakers, type RedisBreakers } from "../../src/store/redis-breakers.ts";
import { type RespServer, startRespServer } from "./resp-server.ts";

async function startServer(): Promise<RespServer> {
  const server = await startRespServer();
  onTestFinished(() => server.stop());
  return server;
}

interface Process {
  readonly board: RedisBreakers;
  readonly notices: string[];
  /** Resolves with the next word that `wanted` accepts. */
  next(wanted: (word: BreakerWord) => boolean): Promise<BreakerWord>;
  /** Resolves when another notice has come. */
  notice(): Promise<string>;
}

/** What a process has of a Redis. */
async function joinBoard({ url }: { readonly url: string }, prefix = "shop"): Promise<Process> {
  const notices: string[] = [];
  const told: ((message: string) => void)[] = [];
  const board = await openRedisBreakers({
    url,
    prefix,
    patienceMs: 5000,
    onNotice: ({ message }) => {
      notices.push(message);
      for (const tell of told.splice(0)) tell(message);
    },
  });
  onTestFinished(() => board.close());
  const next = (wanted: (word: BreakerWord) => boolean): Promise<BreakerWord> =>
    new Promise((resolve) => {
      const stop = board.follow((word) => {
        if (!wanted(word)) return;
        resolve(word);
        queueMicrotask(() => stop());
      });
    });
  return { board, notices, next, notice: () => new Promise((resolve) => told.push(resolve)) };
}

const isOpen = ({ openForMs }: BreakerWord): boolean => openForMs > 0;
const isClosed = ({ openForMs }: BreakerWord): boolean => openForMs === 0;

test("what one process says the others hear, and it does not hear itself", async () => {
  const server = await startServer();
  const [a, b] = [await joinBoard(server), await joinBoard(server)];
  const own: BreakerWord[] = [];
  a.board.follow((word) => own.push(word));
  const [opened, closed] = [b.next(isOpen), b.next(isClosed)];
  a.board.publish({ tool: "stock/ask@1", openForMs: 5000 });
  expect(await opened).toEqual({ tool: "stock/ask@1", openForMs: 5000 });
  a.board.publish({ tool: "stock/ask@1", openForMs: 0 });
  expect(await closed).toEqual({ tool: "stock/ask@1", openForMs: 0 });
  expect([own, [...server.keys.keys()]]).toEqual([[], []]);
});

test("what a process says last goes out before it leaves", async () => {
  const server = await startServer();
  const [a, b] = [await joinBoard(server), await joinBoard(server)];
  const heard = b.next(isOpen);
  a.board.publish({ tool: "stock/ask@1", openForMs: 5000 });
  await a.board.close();
  expect((await heard).tool).toBe("stock/ask@1");
});

test("a process that comes later reads what is open, with the time that is left", async () => {
  const server = await startServer();
  const [a, b] = [await joinBoard(server), await joinBoard(server)];
  const heard = b.next(isOpen);
  a.board.publish({ tool: "stock/ask@1", openForMs: 5000 });
  await heard;
  const word = await (await joinBoard(server)).next(isOpen);
  expect(word.tool).toBe("stock/ask@1");
  expect(word.openForMs).toBeGreaterThan(0);
  expect(word.openForMs).toBeLessThanOrEqual(5000);
});

test("a list that is longer than a connection queues is read as far as a thousand tools", async () => {
  const server = await startServer();
  for (let index = 0; index < 1500; index += 1) server.list("shop:breakers", `stock/t${index}@1`, 5000);
  const a = await joinBoard(server);
  const words: BreakerWord[] = [];
  a.board.follow((word) => words.push(word));
  expect([a.board.isUp, words.length, a.notices]).toEqual([true, 1000, []]);
});

test("projects with other prefixes do not hear each other", async () => {
  const server = await startServer();
  const [a, b, c] = [await joinBoard(server), await joinBoard(server, "bank"), await joinBoard(server)];
  const words: BreakerWord[] = [];
  b.board.follow((word) => words.push(word));
  const heard = c.next(isOpen);
  a.board.publish({ tool: "stock/ask@1", openForMs: 5000 });
  await heard;
  expect(words).toEqual([]);
});

test("without Redis publishing does nothing, that is said once, and what is still open is told when it is there", async () => {
  const server = await startServer();
  const b = await joinBoard(server);
  const a = await joinBoard(server);
  const [lostByA, lostByB] = [a.notice(), b.notice()];
  await server.stop();
  const place = new URL(server.url).host;
  expect(await lostByA).toMatch(
    new RegExp(`^Redis at ${place} cannot be reached \\(.+\\)\\. Until it is back each process counts for itself\\.$`),
  );
  await lostByB;
  expect(a.board.isUp).toBe(false);
  a.board.publish({ tool: "stock/ask@1", openForMs: 60_000 });
  a.board.publish({ tool: "stock/gone@1", openForMs: 60_000 });
  a.board.publish({ tool: "stock/gone@1", openForMs: 0 });
  const [backA, backB] = [a.notice(), b.notice()];
  const heard = b.next(isOpen);
  await server.restart();
  expect([await backA, await backB]).toEqual([`Redis at ${place} is back.`, `Redis at ${place} is back.`]);
  expect((await heard).tool).toBe("stock/ask@1");
  expect([a.notices.length, a.board.isUp]).toEqual([2, true]);
});

test("a Redis that is not there from the start is no error", async () => {
  const server = await startServer();
  await server.stop();
  const a = await joinBoard(server);
  expect([a.board.isUp, a.notices.length]).toEqual([false, 1]);
});

test("a Redis that takes connections and says nothing is waited for no longer than is asked", async () => {
  const server = await startServer();
  server.silent = true;
  const board = await openRedisBreakers({ url: server.url, prefix: "shop", patienceMs: 20, onNotice: () => {} });
  onTestFinished(() => board.close());
  board.publish({ tool: "stock/ask@1", openForMs: 5000 });
  expect(board.isUp).toBe(false);
});

test("a Redis that falls silent counts as away until it answers again", async () => {
  const server = await startServer();
  const told: ((message: string) => void)[] = [];
  const notice = (): Promise<string> => new Promise((resolve) => told.push(resolve));
  const [lost, back] = [notice(), notice()];
  const board = await openRedisBreakers({
    url: server.url,
    prefix: "shop",
    patienceMs: 5000,
    heartbeatMs: 200,
    onNotice: ({ message }) => told.shift()?.(message),
  });
  onTestFinished(() => board.close());
  expect(board.isUp).toBe(true);
  server.silent = true;
  expect(await lost).toContain("cannot be reached (it does not answer)");
  expect(board.isUp).toBe(false);
  server.silent = false;
  expect(await back).toContain("is back");
});

describe("what others write to the channel", () => {
  test.each([
    "garbage",
    "null",
    "[]",
    '{"tool":1,"openForMs":5}',
    '{"tool":"stock/ask@1","openForMs":"5"}',
    '{"tool":"stock/ask@1","openForMs":-5}',
    '{"tool":"stock/ask@1","openForMs":1e999}',
  ])("%s closes nothing and opens nothing for longer than an hour", async (message) => {
    const server = await startServer();
    const [a, b] = [await joinBoard(server), await joinBoard(server)];
    const words: BreakerWord[] = [];
    b.board.follow((word) => words.push(word));
    await publishRaw(server, "shop:breakers", message);
    const heard = b.next(({ tool }) => tool === "stock/other@1");
    a.board.publish({ tool: "stock/other@1", openForMs: 5 });
    await heard;
    expect(words.filter(({ tool }) => tool !== "stock/other@1").every(({ openForMs }) => openForMs === 3_600_000)).toBe(
      true,
    );
  });
});

/** Publishes as any program can. */
async function publishRaw({ url }: RespServer, channel: string, message: string): Promise<void> {
  const socket = createConnection(Number(new URL(url).port), "127.0.0.1");
  const words = ["PUBLISH", channel, message];
  socket.write(`*${words.length}\r\n${words.map((word) => `$${word.length}\r\n${word}\r\n`).join("")}`);
  await new Promise((resolve) => socket.once("data", resolve));
  socket.destroy();
}
