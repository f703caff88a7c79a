import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";
import type { Fence } from "./markdown.ts";
import { projectRoot } from "./project-root.ts";

/** A page's files (`file=` behind the language) in a folder inside the project, where packages are found as in the project itself. */
export function writeTour(fences: readonly Fence[]): string {
  mkdirSync(join(projectRoot, ".sopwith"), { recursive: true });
  const folder = mkdtempSync(join(projectRoot, ".sopwith/tour-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const { info, text } of fences) {
    const file = info.find((word) => word.startsWith("file="))?.slice("file=".length);
    if (file === undefined) continue;
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), `${text}\n`);
  }
  return folder;
}
