import { describe, expect, test } from "vitest";
import { findAuditBreak } from "../../src/store/audit-chain.ts";
import type { PublishedContracts, RegistryChange } from "../../src/store/registry-store.ts";
import type { RunStore } from "../../src/store/run-store.ts";

/** The change that makes this generation. */
export function registryChange(generation: number, changes: Partial<RegistryChange> = {}): RegistryChange {
  return {
    generation,
    at: `2026-05-01T10:0${generation}:00.000Z`,
    by: "ana",
    what: `toolset web ${generation % 2 === 1 ? "off" : "on"}`,
    reason: "it costs too much",
    content: { toolsets: { web: generation % 2 === 0 }, routes: [], tools: {} },
    ...changes,
  };
}

function contracts(pid: number, at: string): PublishedContracts {
  const tool = { name: "web/search", version: 1, toolset: "web", effect: "read", fingerprint: "0123456789abcdef" };
  const where = { host: "desk", folder: "/srv/desk", work: "run order" };
  return { process: `${pid}@desk`, pid, ...where, at, generation: 0, tools: [tool] };
}

/** What the registry part of every run store does. */
export function describeRegistry(store: () => RunStore): void {
  describe("registry", () => {
    test("has no state before the first change", async () => {
      expect(await store().registry()).toBeUndefined();
      expect(await store().registryHistory()).toEqual([]);
      expect(await store().contracts()).toEqual([]);
    });

    test("gives the newest change, and all of them newest first", async () => {
      expect(await store().changeRegistry(registryChange(1), 0)).toBe(true);
      expect(await store().changeRegistry(registryChange(2), 1)).toBe(true);
      expect(await store().registry()).toEqual(registryChange(2));
      expect(await store().registryHistory()).toEqual([registryChange(2), registryChange(1)]);
      expect(await store().registryHistory(1)).toEqual([registryChange(2)]);
    });

    test("refuses a change that was made over another state, and one that does not go ahead", async () => {
      await store().changeRegistry(registryChange(1), 0);
      expect(await store().changeRegistry(registryChange(2), 0)).toBe(false);
      expect(await store().changeRegistry(registryChange(1), 1)).toBe(false);
      expect(await store().registryHistory()).toEqual([registryChange(1)]);
      expect(await store().audit()).toHaveLength(1);
    });

    test("may leave generations out", async () => {
      expect(await store().changeRegistry(registryChange(7), 0)).toBe(true);
      expect(await store().changeRegistry(registryChange(8), 7)).toBe(true);
      expect(await store().registry()).toEqual(registryChange(8));
    });

    test("has each change in the audit trail", async () => {
      await store().changeRegistry(registryChange(1), 0);
      const rows = await store().audit({ tool: "registry" });
      expect(rows).toMatchObject([
        {
          callId: "registry-1",
          user: "ana",
          node: "operator",
          effect: "write",
          input: "toolset web off",
          output: "it costs too much",
          status: "ok",
        },
      ]);
      expect(findAuditBreak(rows)).toBeUndefined();
    });

    test("keeps what each process has, newest first, until it is forgotten", async () => {
      await store().putContracts(contracts(1, "2026-05-01T10:00:00.000Z"));
      await store().putContracts(contracts(2, "2026-05-01T11:00:00.000Z"));
      await store().putContracts(contracts(1, "2026-05-01T12:00:00.000Z"));
      expect(await store().contracts()).toEqual([
        contracts(1, "2026-05-01T12:00:00.000Z"),
        contracts(2, "2026-05-01T11:00:00.000Z"),
      ]);
      await store().dropContracts(["1@desk", "nobody"]);
      expect(await store().contracts()).toEqual([contracts(2, "2026-05-01T11:00:00.000Z")]);
    });
  });
}
