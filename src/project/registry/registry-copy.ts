import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPlainObject } from "../../base/json.ts";
import type { RegistryContent } from "../../store/registry-store.ts";
import { copyUnreadable } from "./registry-errors.ts";

/** The registry as this machine last read it. */
export interface RegistryCopy {
  /** Of which store: its file, or its kind. */
  readonly store: string;
  readonly generation: number;
  /** ISO time at which the store was read. */
  readonly asOf: string;
  readonly content: RegistryContent;
}

/** Where a project keeps its copy. */
export function registryCopyFile(folder: string): string {
  return join(folder, ".sopwith", "registry.json");
}

/**
 * The copy of this store; `undefined` where there is none, or it is another store's.
 * @throws `REGISTRY_COPY` where it cannot be read: nobody may take that for "nothing is switched off"
 */
export async function readRegistryCopy(file: string, store: string): Promise<RegistryCopy | undefined> {
  let read: unknown;
  try {
    read = JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    if (noFile.has((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw copyUnreadable(file, error);
  }
  if (!isCopy(read)) throw copyUnreadable(file);
  return read.store === store ? read : undefined;
}

/** Also where a file stands in the place of its folder. */
const noFile: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR"]);

/** Puts a copy in the place of the old one, whole. False where it cannot be written. */
export async function writeRegistryCopy(file: string, copy: RegistryCopy): Promise<boolean> {
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(draft, `${JSON.stringify(copy, undefined, 2)}\n`, { flush: true });
    await rename(draft, file);
    return true;
  } catch {
    await rm(draft, { force: true }).catch(() => {});
    return false;
  }
}

function isCopy(value: unknown): value is RegistryCopy {
  if (!isPlainObject(value)) return false;
  const { store, generation, asOf, content } = value;
  if (typeof store !== "string" || typeof generation !== "number" || typeof asOf !== "string") return false;
  return !Number.isNaN(Date.parse(asOf)) && isContent(content);
}

function isContent(value: unknown): value is RegistryContent {
  if (!isPlainObject(value)) return false;
  const { toolsets, routes, tools } = value;
  return (
    isPlainObject(toolsets) &&
    Object.values(toolsets).every((enabled) => typeof enabled === "boolean") &&
    Array.isArray(routes) &&
    routes.every((route: unknown) => isPlainObject(route) && typeof route["match"] === "string") &&
    isPlainObject(tools) &&
    Object.values(tools).every((tool) => isPlainObject(tool))
  );
}
