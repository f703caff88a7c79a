import { type Diagnostic, SopwithError } from "../../base/errors.ts";
import type { RegistryChange } from "../../store/registry-store.ts";

/** Somebody else changed the registry since it was looked at. */
export function registryConflict(expected: number, newest: RegistryChange | undefined): SopwithError {
  const now = newest ? `generation ${newest.generation}: ${newest.what}, by ${newest.by}` : "no change at all";
  return new SopwithError({
    code: "REGISTRY_CONFLICT",
    message: `The registry was changed meanwhile, so nothing was changed.`,
    details: [`Seen: ${now}. Expected: generation ${expected}.`],
    hint: "Look at it as it is now, then change it again: npx sopwith tools registry",
    data: { expected, generation: newest?.generation ?? 0 },
  });
}

/** A route that cannot be meant. */
export function routeNotTaken(match: string, diagnostics: readonly Diagnostic[]): SopwithError {
  return new SopwithError({
    code: "REGISTRY_ROUTE",
    message: `The route "${match}" cannot be meant, so nothing was changed.`,
    diagnostics,
    hint: "Write: npx sopwith tools route <pattern> @2=10 @1=90",
    data: { match },
  });
}

/** Words that cannot stand in place of a tool's description. `why` is a clause. */
export function descriptionNotTaken(tool: string, why: string): SopwithError {
  return new SopwithError({
    code: "REGISTRY_DESCRIPTION",
    message: `The description of ${tool} cannot be set: ${why}.`,
    hint: "Nothing was changed.",
    data: { tool },
  });
}

/** A store in memory ends with the process, and a change with it. */
export function registryNotKept(): SopwithError {
  return new SopwithError({
    code: "REGISTRY_NOT_KEPT",
    message: "The project's store is in memory, so a change would end with this command.",
    hint: "Name a file under `store` in the config, or say it in the config itself: `toolsets`, `routes`.",
  });
}

/** The store's file is not there, though this machine has read it before. */
export function storeMissing(file: string): SopwithError {
  return new SopwithError({
    code: "STORE_GONE",
    message: `The store ${file} is not there.`,
    where: { file },
    hint: "Put a backup in its place. The next run makes a new store, which begins with this machine's copy of the registry.",
  });
}

/** This machine's copy is needed, since the store says nothing, and cannot be read. */
export function copyUnreadable(file: string, cause?: unknown): SopwithError {
  return new SopwithError({
    code: "REGISTRY_COPY",
    message: `The copy of the registry ${file} cannot be read, so nobody knows what operators have switched off.`,
    hint: "Bring the store back, which has it all; or remove the copy, and everything that the config allows is on.",
    data: { file },
    cause,
  });
}
