import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { openProject } from "../../../src/project/open-project.ts";
import { openRunner } from "../../../src/project/open-runner.ts";
import type { RunEvent } from "../../../src/trace/run-event.ts";
import { commandFile, plainEnvironment, runSopwith } from "../../cli/run-sopwith.ts";
import { temporaryProject } from "../temporary-project.ts";

const timeout = 60_000;
const files = {
  "package.json": '{"name":"desk","version":"1.4.0","type":"module"}',
  "sopwith.config.ts": 'export default { tools: "tools", mcpServe: { tools: ["rates/*"], name: "desk" } };\n',
  "tools/rates.ts": `
    import { defineTool } from "sopwith";
    import { z } from "zod";
    const make = (version: number) => defineTool({
      name: "rates/now", version, description: "Gives the rate.", effect: "read", input: z.object({}),
      output: z.object({ version: z.int() }), run: () => ({ version }),
    });
    export const one = make(1);
    export const two = make(2);`,
  "workflows/rate.ts": `
    import { approvalNode, defineWorkflow, toolNode } from "sopwith";
    import { z } from "zod";
    import { two } from "../tools/rates.ts";
    const state = z.object({ seen: z.array(z.int()).default([]), wait: z.boolean().default(false) });
    const look = () => toolNode({ tool: two, input: () => ({}), save: (out, { seen }) => ({ seen: [...seen, out.version] }) });
    export default defineWorkflow({
      name: "rate", state, start: "first",
      nodes: { first: look(), ask: approvalNode({ ask: () => ({ title: "Go on?" }), save: () => ({}) }), second: look() },
      edges: { first: ({ wait }) => (wait ? "ask" : "end"), ask: "second", second: "end" },
    });`,
};

test(
  "what one process changes holds in another one for its next run, and a run that began keeps its versions",
  { timeout },
  async () => {
    const folder = temporaryProject(files);
    const project = await openProject({ cwd: folder, env: {} });
    const opened = await openRunner(project, await project.workflow("rate"), { work: "run rate" });
    onTestFinished(async () => {
      await opened.close();
      await project.close();
    });
    const { runner } = opened;
    const seen = async (thread: string): Promise<unknown> => {
      const result = await runner.start({}, { thread });
      return result.status === "completed" ? result.state["seen"] : result;
    };
    expect(await seen("one")).toEqual([2]);
    const waiting = await runner.start({ wait: true }, { thread: "two" });
    expect(await runSopwith(folder, "tools", "route", "rates/now", "@1")).toMatchObject({ code: 0 });
    expect(await seen("three")).toEqual([1]);
    const approval = waiting.status === "waiting" ? waiting.approvals[0].id : "";
    expect((await runner.resume("two", { [approval]: { approved: true, by: "ana" } })).state["seen"]).toEqual([2, 2]);

    const { processes } = JSON.parse((await runSopwith(folder, "tools", "registry", "--json")).stdout) as {
      processes: readonly object[];
    };
    expect(processes).toMatchObject([
      {
        work: "run rate",
        release: "desk@1.4.0",
        pid: process.pid,
        ended: false,
        generation: 1,
        tools: [{ version: 1 }, { version: 2 }],
      },
    ]);
    expect(await runSopwith(folder, "tools", "disable", "rates")).toMatchObject({ code: 0 });
    expect(await runner.start({}, { thread: "four" })).toMatchObject({ status: "failed" });
  },
);

test("a run says that the registry is behind, and the next one that it is no longer", { timeout }, async () => {
  const folder = temporaryProject(files);
  const project = await openProject({ cwd: folder, env: {} });
  const opened = await openRunner(project, await project.workflow("rate"));
  onTestFinished(async () => {
    await opened.close();
    await project.close();
  });
  const notices = async (): Promise<readonly string[]> => {
    const events: RunEvent[] = [];
    await opened.runner.start({}, { onEvent: (event) => events.push(event) });
    return events.flatMap((event) => (event.type === "notice" ? [event.message] : []));
  };
  const file = join(folder, ".sopwith/sopwith.db");
  expect(await notices()).toEqual([]);
  await runSopwith(folder, "tools", "describe", "rates/now", "Gives the rate of today.");
  expect(await notices()).toEqual([]);
  renameSync(file, `${file}.old`);
  expect(await notices()).toEqual([expect.stringMatching(/^Registry as of .*generation 1; .*STORE_GONE/)]);
  renameSync(`${file}.old`, file);
  expect(await notices()).toEqual(["The store can be read again; the registry is at generation 1."]);
  expect(await notices()).toEqual([]);
});

test(
  "`mcp serve` follows, and says on stderr once when it cannot and once when it can again",
  { timeout },
  async () => {
    const folder = temporaryProject(files);
    await runSopwith(folder, "tools", "describe", "rates/now", "Gives the rate of today.");
    const child = spawn(process.execPath, [commandFile, "mcp", "serve"], { cwd: folder, env: plainEnvironment() });
    onTestFinished(() => void child.kill());
    const ask = client(child);
    const said = createInterface({ input: child.stderr })[Symbol.asyncIterator]();
    const saying = async (words: string): Promise<string> => {
      for (;;) {
        const { value, done } = await said.next();
        if (done === true) throw new Error(`It ended without saying "${words}".`);
        if (value.includes(words)) return value;
      }
    };
    await ask("initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "raw", version: "1" },
    });
    const described = async (): Promise<string | undefined> => {
      const { tools } = (await ask("tools/list")) as { tools: readonly { name: string; description: string }[] };
      return tools.find(({ name }) => name === "rates__now")?.description;
    };
    expect(await described()).toBe("Gives the rate of today.");
    await runSopwith(folder, "tools", "disable", "rates/now");
    await ask.changed();
    expect(await described()).toBeUndefined();

    const file = join(folder, ".sopwith/sopwith.db");
    renameSync(file, `${file}.old`);
    expect(await saying("Registry as of")).toMatch(/generation 2; the store cannot be read: STORE_GONE /);
    renameSync(`${file}.old`, file);
    expect(await saying("can be read again")).toContain("generation 2");
    child.stdin.end();
    if (child.exitCode === null) await once(child, "exit");
  },
);

interface Client {
  (method: string, params?: object): Promise<unknown>;
  /** Until the server says that its tools have changed. */
  changed(): Promise<void>;
}

/** Speaks to a server, one question at a time. */
function client(child: ChildProcess): Client {
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  const read = async (
    fits: (message: { readonly id?: number; readonly method?: string }) => boolean,
  ): Promise<object> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) throw new Error("The server ended.");
      const message = JSON.parse(value) as object;
      if (fits(message)) return message;
    }
  };
  let id = 0;
  const ask = async (method: string, params = {}): Promise<unknown> => {
    id += 1;
    child.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return ((await read((message) => message.id === id)) as { readonly result?: unknown }).result;
  };
  const changed = async (): Promise<void> => {
    await read(({ method }) => method === "notifications/tools/list_changed");
  };
  return Object.assign(ask, { changed });
}
