import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { type Diagnostic, isSopwithError, messageOf } from "../base/errors.ts";
import type { SourceLocation } from "../base/source-location.ts";

/** What a module exports, or why it does not load. */
export type LoadedModule =
  | { readonly exports: Readonly<Record<string, unknown>>; readonly faults?: undefined }
  | { readonly exports?: undefined; readonly faults: readonly Diagnostic[] };

/** Runs a module of the project. Never throws: a file that does not compile or throws gives its faults, with places. */
export async function loadModule(file: string): Promise<LoadedModule> {
  try {
    return { exports: (await import(pathToFileURL(file).href)) as Record<string, unknown> };
  } catch (error) {
    return { faults: await toFaults(error, file) };
  }
}

async function toFaults(error: unknown, file: string): Promise<Diagnostic[]> {
  const where = (error instanceof Error && (await findPlace(error, file))) || { file };
  if (isSopwithError(error)) {
    const hint = error.hint === undefined ? {} : { fix: error.hint };
    if (error.diagnostics.length === 0)
      return [{ code: error.code, severity: "error", message: error.message, where, ...hint }];
    return error.diagnostics.map((fault) => ({ ...fault, where: fault.where ?? where }));
  }
  const kind = error instanceof SyntaxError ? "does not compile" : "throws while it is loaded";
  const message = `${basename(file)} ${kind}: ${messageOf(error).split("\n", 1)[0]}`;
  return [
    {
      code: "MODULE_BROKEN",
      severity: "error",
      message: message.endsWith(".") ? message : `${message}.`,
      where,
      ...(isTakenForCommonJs(error) && {
        fix: 'The package.json above it does not say "type": "module". Run in its folder: npm pkg set type=module',
      }),
    },
  ];
}

function isTakenForCommonJs(error: unknown): boolean {
  return error instanceof SyntaxError && /outside a module|Unexpected token 'export'/.test(error.message);
}

async function findPlace(error: Error, file: string): Promise<SourceLocation | undefined> {
  const stack = error.stack ?? "";
  return (
    placeInHeader(stack) ??
    (await placeOfImport(error)) ??
    placeInFrames(stack, file) ??
    (await placeByCheck(error, file))
  );
}

/** A mistake of syntax stands above the stack as `file:line`. */
function placeInHeader(stack: string): SourceLocation | undefined {
  const header = /^(file:\/\/\S+|\/\S.*|[A-Z]:\\.*):(\d+)\n/.exec(stack);
  return header ? { file: toPath(header[1]!), line: Number(header[2]) } : undefined;
}

/** An import that leads nowhere names the file it stands in, but not the line. */
async function placeOfImport(error: Error): Promise<SourceLocation | undefined> {
  const names = /^Cannot find (?:module|package) '([^']+)' imported from (.+)$/m.exec(error.message);
  if (!names) return undefined;
  const importer = toPath(names[2]!);
  const lines = (await readFile(importer, "utf8").catch(() => "")).split("\n");
  const line = lines.findIndex((text) => text.includes(basename(names[1]!))) + 1;
  return line > 0 ? { file: importer, line } : { file: importer };
}

/** The frame in the file itself, else the first that is neither Node's nor a package's nor ours. */
function placeInFrames(stack: string, file: string): SourceLocation | undefined {
  const own = fileURLToPath(new URL("..", import.meta.url));
  const frames = [...stack.matchAll(/(file:\/\/[^\s()]+):(\d+):(\d+)\)?$/gm)].map((frame) => ({
    file: toPath(frame[1]!),
    line: Number(frame[2]),
    column: Number(frame[3]),
  }));
  return (
    frames.find((frame) => frame.file === file) ??
    frames.find((frame) => !frame.file.includes("node_modules") && !frame.file.startsWith(own))
  );
}

/** A mistake of syntax in plain JavaScript carries no place; Node's own check of the file prints it. */
async function placeByCheck(error: Error, file: string): Promise<SourceLocation | undefined> {
  if (!(error instanceof SyntaxError)) return undefined;
  const { promise, resolve } = Promise.withResolvers<string>();
  execFile(process.execPath, ["--check", file], (_failure, _stdout, stderr) => resolve(stderr));
  return placeInHeader(await promise);
}

function toPath(name: string): string {
  return name.startsWith("file:") ? fileURLToPath(name) : name;
}
