import { glob, stat } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";

const MODULE_NAME = /(?<!\.d|\.test)\.(?:ts|js|mjs)$/;

/**
 * The module files that `patterns` mean, each once, in the order of the patterns and by name within one. A pattern is a
 * folder (the modules in it), a file, or a glob; `.d.ts` and `.test.ts` files are left out. What does not exist is no
 * error: an empty project has no `workflows/`.
 */
export async function matchFiles(patterns: readonly string[], root: string): Promise<string[]> {
  const found = new Set<string>();
  for (const pattern of patterns) for (const file of await matchPattern(pattern, root)) found.add(file);
  return [...found];
}

async function matchPattern(pattern: string, root: string): Promise<string[]> {
  const path = resolve(root, pattern);
  const facts = await stat(path).catch(() => undefined);
  if (facts?.isFile()) return [path];
  const wanted = facts?.isDirectory() ? join(path, "*") : pattern;
  const files: string[] = [];
  for await (const name of glob(wanted, { cwd: root })) {
    const file = isAbsolute(name) ? name : join(root, name);
    if (MODULE_NAME.test(file) && (await stat(file)).isFile()) files.push(file);
  }
  return files.toSorted();
}
