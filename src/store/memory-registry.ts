import type { AuditStore } from "./audit-store.ts";
import { toAuditEntry } from "./registry-audit.ts";
import type { PublishedContracts, RegistryChange, RegistryStore } from "./registry-store.ts";

/** The registry in memory; `audit` is told of its changes. */
export function createMemoryRegistry(audit: AuditStore): RegistryStore {
  const changes: RegistryChange[] = [];
  const published = new Map<string, PublishedContracts>();
  return {
    registry: () => changes.at(-1),
    changeRegistry: (change, expected) => {
      const newest = changes.at(-1)?.generation ?? 0;
      if (newest !== expected || change.generation <= newest) return false;
      changes.push(change);
      void audit.appendAudit([toAuditEntry(change)], true);
      return true;
    },
    registryHistory: (limit = 100) => changes.slice(-limit).toReversed(),
    putContracts: (contracts) => {
      published.delete(contracts.process);
      published.set(contracts.process, contracts);
    },
    contracts: () => [...published.values()].toSorted((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0)),
    dropContracts: (processes) => {
      for (const name of processes) published.delete(name);
    },
  };
}
