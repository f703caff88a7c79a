import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";

/** A node of the syntax tree, as far as the house tests look at it. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

/** One TypeScript file, parsed. */
export interface SourceFile {
  /** Relative to the folder that was read, with forward slashes. */
  readonly path: string;
  readonly text: string;
  /** All nodes of the syntax tree, parents first. */
  readonly nodes: readonly SyntaxNode[];
  /** The names it exports; a wildcard is `*`. */
  readonly exports: readonly { readonly name: string; readonly isType: boolean }[];
}

/** Parses every .ts file below `folder`, in the order of their paths. */
export function readSourceFiles(folder: string): SourceFile[] {
  const paths = globSync("**/*.ts", { cwd: folder }).toSorted();
  return paths.map((path) => parseFile(path.replaceAll("\\", "/"), readFileSync(join(folder, path), "utf8")));
}

/** The line, from 1, in which a node of the file begins. */
export function lineOf(file: SourceFile, node: SyntaxNode): number {
  return file.text.slice(0, node.start).split("\n").length;
}

/** `node` and everything below it, parents first. */
export function nodesWithin(node: unknown): SyntaxNode[] {
  if (Array.isArray(node)) return node.flatMap(nodesWithin);
  if (typeof node !== "object" || node === null) return [];
  const below = Object.values(node).flatMap(nodesWithin);
  return isSyntaxNode(node) ? [node, ...below] : below;
}

function parseFile(path: string, text: string): SourceFile {
  const { program, module, errors } = parseSync(path, text);
  if (errors.length > 0) throw new SyntaxError(`${path}: ${errors[0]?.message}`);
  const entries = module.staticExports.flatMap((statement) => statement.entries);
  const exports = entries.map((entry) => ({ name: entry.exportName.name ?? "*", isType: entry.isType }));
  return { path, text, nodes: nodesWithin(program), exports };
}

function isSyntaxNode(value: object): value is SyntaxNode {
  return "type" in value && typeof value.type === "string" && "start" in value;
}
