import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import {
  createProjectRegistry,
  type ProjectRegistry,
  type ProjectRegistryParts,
} from "../../../src/project/registry/project-registry.ts";
import type { RegistryEdit } from "../../../src/project/registry/registry-edit.ts";
import { createMemoryStore } from "../../../src/store/memory-store.ts";
import type { RunStore } from "../../../src/store/run-store.ts";
import { storeLocked } from "../../../src/store/store-errors.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { createToolRegistry } from "../../../src/tools/tool-registry.ts";
import type { AnyTool } from "../../../src/tools/tool.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-operators-"));
afterAll(() => rmSync(folder, { recursive: true }));

function tool(name: string, changes: object = {}): AnyTool {
  const spec = { name, description: "d", effect: "read" as const, input: z.object({}), run: () => name };
  return defineTool({ ...spec, ...changes });
}
const tools = [
  tool("finance/balance"),
  tool("finance/balance", { version: 2 }),
  tool("web/search"),
  tool("web/own", { appearance: () => ({ description: "its own" }) }),
];

interface Opened {
  readonly store: RunStore;
  readonly registry: ProjectRegistry;
  /** While true the store cannot be read. */
  readonly broken: { now: boolean };
}

async function open(changes: Partial<ProjectRegistryParts> = {}): Promise<Opened> {
  const broken = { now: false };
  const memory = createMemoryStore();
  const store: RunStore = {
    ...memory,
    registry: () => {
      if (broken.now) throw storeLocked("store.db", 5000, new Error("database is locked"));
      return memory.registry();
    },
  };
  const registry = await createProjectRegistry({
    folder,
    storeName: "memory",
    openStore: () => Promise.resolve(store),
    makeStore: () => Promise.resolve(store),
    config: { toolsets: {}, routes: [] },
    tools: () => Promise.resolve(tools),
    ...changes,
  });
  return { store, registry, broken };
}

describe("a change", () => {
  test("is in effect at once here, with who and why on record", async () => {
    const { registry } = await open();
    const view = await registry.change({ kind: "toolset", name: "web", enabled: false }, { by: "ana", reason: "dear" });
    expect(view).toMatchObject({ generation: 1, content: { toolsets: { web: false } } });
    expect((await registry.readState()).history).toMatchObject([
      { generation: 1, by: "ana", reason: "dear", what: "toolset web off" },
    ]);
  });

  test("that changes nothing is not made", async () => {
    const { registry } = await open();
    const edit = { kind: "route", match: "finance/*", weights: { 1: 90, 2: 10 } } as const;
    await registry.change(edit, { by: "ana" });
    expect(await registry.change({ ...edit, weights: { 2: 10, 1: 90 } }, { by: "bo" })).toMatchObject({
      generation: 1,
    });
  });

  test("over another state than was looked at is refused, and nothing is written", async () => {
    const { registry, store } = await open();
    await registry.change({ kind: "tool", name: "web/search", enabled: false }, { by: "ana", generation: 0 });
    await expect(
      registry.change({ kind: "tool", name: "web/search", enabled: true }, { by: "bo", generation: 0 }),
    ).rejects.toMatchObject({ code: "REGISTRY_CONFLICT", data: { expected: 0, generation: 1 } });
    expect(await store.registryHistory()).toHaveLength(1);
  });

  test("of several at once each is made", async () => {
    const { registry } = await open();
    const names = ["web", "finance"];
    await Promise.all(names.map((name) => registry.change({ kind: "toolset", name, enabled: false }, { by: "ana" })));
    expect((await registry.pull()).content.toolsets).toEqual({ web: false, finance: false });
  });

  test.each<[string, RegistryEdit, string]>([
    ["a toolset that is not there", { kind: "toolset", name: "wbe", enabled: false }, "TOOLSET_UNKNOWN"],
    ["a tool that is not there", { kind: "tool", name: "web/serch", enabled: false }, "TOOL_UNKNOWN"],
    ["words for a tool that has its own", { kind: "description", name: "web/own", text: "x" }, "REGISTRY_DESCRIPTION"],
    ["to switch on what is not there", { kind: "tool", name: "web/serch", enabled: true }, "TOOL_UNKNOWN"],
    ["its own words for what is not there", { kind: "description", name: "web/serch" }, "TOOL_UNKNOWN"],
    ["to take away a route that is not set", { kind: "route", match: "web/serch" }, "REGISTRY_ROUTE"],
    [
      "words with hidden ones among them",
      { kind: "description", name: "web/search", text: "a\u202eb" },
      "REGISTRY_DESCRIPTION",
    ],
    ["no words", { kind: "description", name: "web/search", text: " " }, "REGISTRY_DESCRIPTION"],
    ["too many words", { kind: "description", name: "web/search", text: "x".repeat(4001) }, "REGISTRY_DESCRIPTION"],
    ["a route from nowhere", { kind: "route", match: "crm/*", weights: { 1: 100 } }, "REGISTRY_ROUTE"],
    ["a route to nowhere", { kind: "route", match: "crm/find", to: "web/serch" }, "REGISTRY_ROUTE"],
    [
      "a route past a tool that answers itself",
      { kind: "route", match: "web/search", to: "web/own" },
      "REGISTRY_ROUTE",
    ],
    ["weights of no sum", { kind: "route", match: "finance/*", weights: { 1: 50 } }, "REGISTRY_ROUTE"],
    ["a version that nobody has", { kind: "route", match: "finance/balance", weights: { 3: 100 } }, "REGISTRY_ROUTE"],
  ])("refuses %s", async (_, edit, code) => {
    const { registry, store } = await open();
    await expect(registry.change(edit, { by: "ana" })).rejects.toMatchObject({ code });
    expect(await store.registry()).toBeUndefined();
  });

  test("may take back what is decided of tools that are gone", async () => {
    const { registry, store } = await open();
    const content = {
      toolsets: {},
      routes: [{ match: "crm/*", weights: { 1: 100 } }],
      tools: { "crm/find": { off: true as const } },
    };
    await store.changeRegistry({ generation: 1, at: "2026-05-01T10:00:00.000Z", by: "ana", what: "x", content }, 0);
    await registry.change({ kind: "tool", name: "crm/find", enabled: true }, { by: "ana" });
    await registry.change({ kind: "route", match: "crm/*" }, { by: "ana" });
    expect(registry.view()).toMatchObject({ generation: 3, content: { toolsets: {}, routes: [], tools: {} } });
    expect(await registry.change({ kind: "route", match: "web/search" }, { by: "ana" })).toMatchObject({
      generation: 3,
    });
  });

  test("may name what only another process has", async () => {
    const { registry, store } = await open();
    const row = { name: "finance/balance", version: 3, toolset: "finance", effect: "read", fingerprint: "0" };
    const where = { process: "9@far", host: "far", pid: 9, folder: "/f", work: "run pay", generation: 0 };
    await store.putContracts({ ...where, at: new Date().toISOString(), tools: [row] });
    const edit = { kind: "route", match: "finance/balance", weights: { 3: 100 } } as const;
    expect(await registry.change(edit, { by: "ana" })).toMatchObject({ generation: 1 });
  });
});

test("a registry that follows is adjusted by what the config and then operators say", async () => {
  const routes = [
    { match: "finance/balance", version: 1 },
    { match: "web/*", version: 1 },
  ];
  const { registry, store } = await open({ config: { toolsets: { web: false }, routes }, everyMs: 5 });
  const followed = createToolRegistry({ tools });
  const end = registry.follow(followed);
  expect(followed.resolve("finance/balance")?.version).toBe(1);
  expect(followed.isEnabled(tools[2]!)).toBe(false);
  const changed = new Promise<void>((resolve) => void followed.onChange(resolve));
  const content = {
    toolsets: { web: true },
    routes: [{ match: "finance/balance", weights: { 2: 100 } }],
    tools: { "web/own": { off: true as const }, "web/search": { description: "theirs" } },
  };
  await store.changeRegistry({ generation: 1, at: "2026-05-01T10:00:00.000Z", by: "ana", what: "x", content }, 0);
  await changed;
  end();
  expect(followed.resolve("finance/balance")?.version).toBe(2);
  expect(tools.slice(2).map((each) => [followed.isEnabled(each), followed.descriptionOf(each)])).toEqual([
    [true, "theirs"],
    [false, undefined],
  ]);
  expect(followed.routes.map(({ match }) => match)).toEqual(["finance/balance", "web/*"]);
});

test("that the store cannot be read is told once, and that it can be again", async () => {
  const messages: string[] = [];
  const waiting: (() => void)[] = [];
  const onNotice = (message: string): void => {
    messages.push(message);
    waiting.shift()?.();
  };
  const said = (): Promise<void> => new Promise((resolve) => void waiting.push(resolve));
  const { registry, broken } = await open({ everyMs: 5, onNotice });
  const end = registry.follow(createToolRegistry());
  let next = said();
  broken.now = true;
  await next;
  await registry.pull();
  expect(await registry.beforeRun()).toEqual([expect.stringContaining("STORE_LOCKED")]);
  next = said();
  broken.now = false;
  await next;
  end();
  expect(messages).toEqual([
    expect.stringMatching(
      /^Registry as of .* UTC, generation 0; the store cannot be read: STORE_LOCKED .*Changes made since are not in effect\.$/,
    ),
    "The store can be read again; the registry is at generation 0.",
  ]);
  expect(await registry.beforeRun()).toEqual([]);
});

test("a process shows which tools it has, and takes out processes that have ended", async () => {
  const { registry, store } = await open();
  const ended = { process: "x", host: (await import("node:os")).hostname(), pid: 2 ** 22 + 1, folder, work: "run old" };
  await store.putContracts({ ...ended, at: new Date().toISOString(), generation: 0, tools: [] });
  expect((await registry.readState()).processes).toMatchObject([{ work: "run old", ended: true }]);
  await registry.publish("run pay", () => tools.slice(0, 1));
  expect((await registry.readState()).processes).toMatchObject([
    {
      work: "run pay",
      pid: process.pid,
      ended: false,
      generation: 0,
      tools: [{ name: "finance/balance", version: 1, toolset: "finance", effect: "read" }],
    },
  ]);
});
