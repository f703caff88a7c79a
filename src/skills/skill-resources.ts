import { readdir, realpath, stat } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { decodeText } from "./decode-text.ts";
import { readRegularFile, type FileReading } from "./read-regular-file.ts";
import { isProcedureFile } from "./parse-procedure.ts";
import { resourceNotFound, resourceNotText, resourceRefused, resourceTooLarge } from "./skill-errors.ts";
import { translationTag } from "./skill-translation.ts";
import type { SkillSummary } from "./skill.ts";

/** A file that came with a skill. */
export interface SkillResource {
  readonly text: string;
  /** Relative to the skill's folder, with slashes. */
  readonly path: string;
}

/** No more files than this are listed of one skill. */
const maxListedResources = 200;

const maxResourceBytes = 1024 * 1024;
const maxResourceDepth = 8;

/**
 * Reads a text file that came with a skill. The path is relative to the skill's folder; the file it leads to, links
 * resolved, must lie inside the folder's real path.
 *
 * @throws `SKILL_RESOURCE_REFUSED`, `SKILL_RESOURCE_NOT_FOUND`, `SKILL_RESOURCE_TOO_LARGE`, `SKILL_RESOURCE_NOT_TEXT`
 */
export async function readSkillResource(skill: SkillSummary, path: string): Promise<SkillResource> {
  const refusal = isProcedureFile(skill.location) ? "a .sop.md has no files of its own" : refusalOf(path);
  if (refusal !== undefined) throw resourceRefused(skill.name, path, refusal);
  const plain = path.replace(/^(?:\.\/)+/, "");
  const root = await realpath(skill.folder);
  const real = await resolveInside(join(root, plain), root);
  if (real === "missing") throw resourceNotFound(skill.name, path, await listSkillResources(skill));
  if (real === "outside") throw resourceRefused(skill.name, path, "it leads out of the skill's folder");
  let reading: FileReading;
  try {
    reading = readRegularFile(real, { maxBytes: maxResourceBytes });
  } catch (thrown) {
    throw resourceRefused(
      skill.name,
      path,
      `it cannot be opened (${(thrown as NodeJS.ErrnoException).code ?? "unknown"})`,
    );
  }
  // A folder that was swapped for a link between the two looks would have led the read elsewhere.
  if ((await resolveInside(join(root, plain), root)) !== real)
    throw resourceRefused(skill.name, path, "it changed meanwhile");
  if (reading.kind === "not-a-file") throw resourceRefused(skill.name, path, "it is no regular file");
  if (reading.kind === "too-large") throw resourceTooLarge(skill.name, path, reading.size);
  const decoded = decodeText(reading.bytes);
  if ("fault" in decoded || decoded.text.includes("\0")) throw resourceNotText(skill.name, path);
  return { text: decoded.text, path: plain };
}

/**
 * Paths of the files that came with a skill, sorted, at most {@link maxListedResources}: its SKILL.md, its tests, hidden
 * files, node_modules and links that lead out are left out. A .sop.md has none: its folder belongs to others too.
 */
export async function listSkillResources(skill: SkillSummary): Promise<string[]> {
  if (isProcedureFile(skill.location)) return [];
  const root = await realpath(skill.folder);
  const found: string[] = [];
  await listInto(found, root, root);
  return found;
}

async function listInto(found: string[], root: string, folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    if (found.length >= maxListedResources) return;
    if (entry.name.startsWith(".") || entry.name === "node_modules" || entry.name === "__pycache__") continue;
    if (folder === root && entry.name === "tests") continue;
    const path = join(folder, entry.name);
    const shown = relative(root, path).split(sep).join("/");
    if (entry.isDirectory()) {
      if (shown.split("/").length <= maxResourceDepth) await listInto(found, root, path);
    } else if (
      !isSkillText(shown) &&
      (entry.isFile() || (entry.isSymbolicLink() && (await isFileInside(path, root))))
    ) {
      found.push(shown);
    }
  }
}

/** The SKILL.md itself and its translations are no resources. */
function isSkillText(path: string): boolean {
  return !path.includes("/") && (path.toLowerCase() === "skill.md" || translationTag(path) !== undefined);
}

async function isFileInside(path: string, root: string): Promise<boolean> {
  const real = await resolveInside(path, root);
  return real !== "missing" && real !== "outside" && (await stat(real)).isFile();
}

async function resolveInside(path: string, root: string): Promise<string> {
  try {
    const real = await realpath(path);
    return real.startsWith(root + sep) ? real : "outside";
  } catch (thrown) {
    const code = (thrown as NodeJS.ErrnoException).code;
    return code === "ENOENT" || code === "ENOTDIR" ? "missing" : "outside";
  }
}

function refusalOf(path: string): string | undefined {
  if (path.trim() === "") return "the path is empty";
  if (path.length > 1024) return "the path is longer than 1024 characters";
  if (path.includes("\0")) return "the path holds a NUL character";
  if (path.includes("\\")) return "the path holds a backslash; folders are told apart by /";
  if (/%(?:2e|2f|5c|00)/i.test(path)) return "the path is percent-encoded";
  if (path.startsWith("/") || path.startsWith("~") || /^[a-z]+:/i.test(path)) return "the path is absolute";
  const names = path.replace(/^(?:\.\/)+/, "").split("/");
  if (names.includes("..")) return 'the path goes up with ".."';
  if (names.some((name) => name === "" || name === ".")) return "the path names no file";
  return names.some((name) => name.startsWith(".")) ? "the file is hidden" : undefined;
}
