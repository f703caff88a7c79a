import type { RunStore } from "../store/run-store.ts";
import type { Governance } from "../workflow/governance.ts";
import type { Project } from "./open-project.ts";

const dayMs = 86_400_000;

/**
 * The project's store as runs use it: decisions are signed as they are written, and audit entries that are older than
 * the config keeps them are gone.
 */
export async function openGovernedStore(
  project: Project,
): Promise<{ readonly store: RunStore; readonly governance: Governance }> {
  const [{ withSignedDecisions }, governance, store] = await Promise.all([
    import("../workflow/signed-decisions.ts"),
    project.governance(),
    project.store(),
  ]);
  const { keepDays } = project.settings.audit;
  if (keepDays !== undefined) await store.pruneAudit(new Date(Date.now() - keepDays * dayMs).toISOString());
  return { store: governance.signer ? withSignedDecisions(store, governance.signer) : store, governance };
}
