import type { RegistryContent } from "../../store/registry-store.ts";

/** What operators decided about tools, as it holds in this process. */
export interface RegistryView {
  /** 0 before the first change. */
  readonly generation: number;
  readonly content: RegistryContent;
  /** ISO time at which the store was last read; of a copy, the time at which it was written. */
  readonly asOf: string;
  /** Why the store cannot be read now: changes made since `asOf` are not in effect here. Absent while it can. */
  readonly stale?: { readonly code: string; readonly message: string };
  /** The generation that this machine knew, where the store has an older one: it was restored, or is another. Told once. */
  readonly setBackFrom?: number;
}

/** Nothing decided yet. */
export const emptyContent: RegistryContent = { toolsets: {}, routes: [], tools: {} };

/** What people must know of a view that is behind or was set back, in one line; `undefined` for any other. */
export function viewMessage(view: RegistryView, now: Date = new Date()): string | undefined {
  const { generation, asOf, stale, setBackFrom } = view;
  if (setBackFrom !== undefined)
    return `The registry in the store is at generation ${generation}; this machine knew ${setBackFrom}. The store was restored or replaced, and what it says is in effect.`;
  if (!stale) return undefined;
  const when = `${asOf.slice(0, 10) === now.toISOString().slice(0, 10) ? "" : `${asOf.slice(0, 10)} `}${asOf.slice(11, 19)}`;
  return `Registry as of ${when} UTC, generation ${generation}; the store cannot be read: ${stale.code} ${stale.message} Changes made since are not in effect.`;
}

/** What is said once when the store can be read again. */
export function backMessage({ generation }: RegistryView): string {
  return `The store can be read again; the registry is at generation ${generation}.`;
}
