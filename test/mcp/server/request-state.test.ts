import { describe, expect, test } from "vitest";
import { send } from "./send.ts";
import { serveShop, shopFolder } from "./served.ts";

const yes = { action: "accept", content: { approve: true } };
const no = { action: "accept", content: { approve: false } };

/** One call in the newer protocol, put together by hand. */
interface Call {
  readonly name: string;
  readonly arguments: object;
  readonly inputResponses?: object;
  readonly requestState?: string;
}

interface Answer {
  readonly result?: {
    readonly resultType?: string;
    readonly isError?: boolean;
    readonly requestState: string;
    readonly inputRequests: Readonly<Record<string, unknown>>;
    readonly content: readonly { readonly text: string }[];
  };
  readonly error?: { readonly code: number; readonly message: string };
}

describe("a question about a call", () => {
  test("is answered once, however often the answer is handed in", async () => {
    const { url, orders } = await serveShop();
    const asked = await call(url, order);
    expect(asked.result).toMatchObject({ resultType: "input_required", inputRequests: { confirm: {} } });
    const answered = { ...order, inputResponses: { confirm: yes }, requestState: asked.result!.requestState };
    const together = await Promise.all([call(url, answered), call(url, answered)]);
    const later = await call(url, answered);
    const texts = [...together, later].map(({ result }) => result!.content[0]!.text);
    expect(texts).toEqual(["ordered hat", "ordered hat", "ordered hat"]);
    expect(orders).toEqual(["hat"]);
  });

  test("counts once for a tool that asks more, however often both answers are handed in", async () => {
    const { url, orders } = await serveShop();
    const gift = { ...order, name: "shop__gift" };
    const first = (await call(url, gift)).result!.requestState;
    const texts = [];
    for (const name of ["Ann", "Bob", "Cid"]) {
      const second = await call(url, { ...gift, inputResponses: { confirm: yes }, requestState: first });
      const to = { action: "accept", content: { name } };
      const answered = { ...gift, inputResponses: { to }, requestState: second.result!.requestState };
      texts.push((await call(url, answered)).result!.content[0]!.text);
    }
    expect(texts).toEqual(["ordered for Ann", "ordered for Ann", "ordered for Ann"]);
    expect(orders).toEqual(["hat for Ann"]);
  });

  test("that was answered with no stays answered with no", async () => {
    const { url, orders } = await serveShop();
    const requestState = (await call(url, order)).result!.requestState;
    for (const confirm of [no, yes])
      expect(await call(url, { ...order, inputResponses: { confirm }, requestState })).toMatchObject({
        result: { isError: true },
      });
    expect(orders).toEqual([]);
  });

  test("is asked anew for other arguments", async () => {
    const { url, orders } = await serveShop();
    const requestState = (await call(url, order)).result!.requestState;
    const other = { ...order, arguments: { thing: "crown" }, inputResponses: { confirm: yes }, requestState };
    expect((await call(url, other)).result).toMatchObject({ resultType: "input_required" });
    expect(orders).toEqual([]);
  });

  test("has one effect, though it was asked about other arguments before", async () => {
    const { url, orders } = await serveShop();
    const first = (await call(url, order)).result!.requestState;
    const other = { ...order, arguments: { thing: "crown" } };
    const second = (await call(url, { ...other, inputResponses: {}, requestState: first })).result!.requestState;
    const inputResponses = { confirm: yes };
    const answers = [
      await call(url, { ...other, inputResponses, requestState: second }),
      await call(url, { ...order, inputResponses, requestState: first }),
    ];
    expect(answers.map(({ result }) => [result!.isError ?? false, result!.content[0]!.text])).toEqual([
      [false, "ordered crown"],
      [
        true,
        "Nothing was done: the answer belongs to a call that was made with other arguments. Call shop__order anew.",
      ],
    ]);
    expect(orders).toEqual(["crown"]);
  });

  test.each<[string, object]>([
    ["an empty form", {}],
    ["a form with another answer", { approve: "yes" }],
  ])("is put three times at most to who hands in %s", async (_what, content) => {
    const { url, orders } = await serveShop();
    let answer = await call(url, order);
    let asked = 0;
    while (answer.result!.resultType === "input_required") {
      asked += 1;
      const inputResponses = { confirm: { action: "accept", content } };
      answer = await call(url, { ...order, inputResponses, requestState: answer.result!.requestState });
    }
    expect([asked, answer.result!.isError]).toEqual([3, true]);
    expect(answer.result!.content[0]!.text).toMatch(
      / was not run: .* its user was asked and did not decide\. Tell the user/,
    );
    expect(orders).toEqual([]);
  });

  test("is asked again when no answer, or none that fits, is handed in", async () => {
    const { url, orders } = await serveShop();
    const requestState = (await call(url, order)).result!.requestState;
    for (const inputResponses of [{}, { other: yes }, { confirm: { action: "accept", content: { approve: "yes" } } }])
      expect((await call(url, { ...order, inputResponses, requestState })).result).toMatchObject({
        resultType: "input_required",
      });
    expect(orders).toEqual([]);
  });

  test("cannot be answered before it is asked", async () => {
    const { url, orders } = await serveShop();
    expect((await call(url, { ...order, inputResponses: { confirm: yes } })).result).toMatchObject({
      resultType: "input_required",
    });
    expect(orders).toEqual([]);
  });

  test.each<[string, (state: string) => string]>([
    ["was changed", (state) => state.replace(/.$/, (last) => (last === "A" ? "Q" : "A"))],
    ["was made up", () => "v1.e30.AAAA"],
    ["is no text of ours", () => "yes"],
  ])("is not answered with a state that %s", async (_what, change) => {
    const { url, orders } = await serveShop();
    const requestState = change((await call(url, order)).result!.requestState);
    expect(await call(url, { ...order, inputResponses: { confirm: yes }, requestState })).toMatchObject({
      error: { code: -32_602, message: "Invalid or expired requestState" },
    });
    expect(orders).toEqual([]);
  });

  test("is not answered for another tool, by another user, or in another process", async () => {
    const env = { ANN: "ann-ann-ann-ann-ann", BOB: "bob-bob-bob-bob-bob" };
    const folder = shopFolder();
    const options = { http: { tokens: { ann: "ANN", bob: "BOB" } }, env };
    const first = await serveShop(options, folder);
    const requestState = (await call(first.url, order, env.ANN)).result!.requestState;
    const answered = { ...order, inputResponses: { confirm: yes }, requestState };
    const other = { ...answered, name: "shop__wrap" };
    const refused = [await call(first.url, other, env.ANN), await call(first.url, answered, env.BOB)];
    await first.served.close();
    const second = await serveShop(options, folder);
    refused.push(await call(second.url, answered, env.ANN));
    expect(refused.map(({ error }) => error?.code)).toEqual([-32_602, -32_602, -32_602]);
    expect([...first.orders, ...second.orders]).toEqual([]);
  });
});

describe("a question of a run", () => {
  test("is answered after the server was started again, and answering once more changes nothing", async () => {
    const folder = shopFolder();
    const first = await serveShop({}, folder);
    const asked = (await call(first.url, refund)).result!;
    const [id] = Object.keys(asked.inputRequests);
    await first.served.close();
    const second = await serveShop({}, folder);
    const answer = (given: object): Promise<Answer> =>
      call(second.url, { ...refund, inputResponses: { [id!]: given }, requestState: asked.requestState });
    const texts = [];
    for (const given of [yes, no, yes]) texts.push((await answer(given)).result!.content[0]!.text);
    expect(texts).toEqual(Array.from({ length: 3 }, () => "paid back, says MCP client raw"));
    expect(await second.store.threads()).toMatchObject([{ runs: 1, status: "completed" }]);
  });

  test("cannot be answered with the state of a call, nor a call with a run's", async () => {
    const { url, orders } = await serveShop();
    const [ofCall, ofRun] = [(await call(url, order)).result!, (await call(url, refund)).result!];
    const answers = [
      await call(url, { ...order, inputResponses: { confirm: yes }, requestState: ofRun.requestState }),
      await call(url, { ...refund, inputResponses: {}, requestState: ofCall.requestState }),
      await call(url, { ...greet, inputResponses: {}, requestState: ofRun.requestState }),
    ];
    expect(answers.map(({ error }) => error?.code)).toEqual([-32_602, -32_602, -32_602]);
    expect(orders).toEqual([]);
  });
});

const order: Call = { name: "shop__order", arguments: { thing: "hat" } };
const refund: Call = { name: "workflow_refund", arguments: { order: "7" } };
const greet: Call = { name: "workflow_greet", arguments: { text: "Ann" } };

async function call(url: string, params: Call, token?: string): Promise<Answer> {
  const envelope = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": { elicitation: { form: {} } },
  };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { ...params, _meta: envelope } };
  const { body } = await send(url, message, {
    "mcp-protocol-version": "2026-07-28",
    "mcp-method": "tools/call",
    "mcp-name": params.name,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  });
  return JSON.parse(body) as Answer;
}
