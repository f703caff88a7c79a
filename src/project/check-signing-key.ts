import { existsSync } from "node:fs";
import { dirname, relative } from "node:path";
import { type Finding, finding } from "./doctor-check.ts";
import type { Project } from "./open-project.ts";
import { signingKeyFile } from "./signing-key.ts";

/** Does the key that decisions are signed with stand apart from the store that it protects? `undefined` where there is none. */
export function checkSigningKey({ folder, settings }: Project): Finding | undefined {
  if (settings.store.kind === "memory") return undefined;
  if ((process.env["SOPWITH_SECRET"] ?? "") !== "") return finding("ok", "SOPWITH_SECRET signs decisions");
  const file = signingKeyFile(folder);
  if (!existsSync(file)) return undefined;
  if (!isInside(settings.store.file, dirname(file))) return finding("ok", `${file} signs decisions`);
  return finding(
    "warning",
    `${file} stands beside the store: who can read that folder can sign decisions; set SOPWITH_SECRET to keep the key elsewhere`,
  );
}

function isInside(file: string, folder: string): boolean {
  return !relative(folder, file).startsWith("..");
}
