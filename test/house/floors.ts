import { posix } from "node:path";
import { lineOf, readSourceFiles, type SourceFile, type SyntaxNode } from "./source-file.ts";

/** The rooms, bottom up; rooms on one floor never import each other. */
const FLOORS = [
  ["base"],
  ["trace", "model"],
  ["skills", "tools", "store"],
  ["workflow"],
  ["mcp", "a2a", "computer"],
  ["project"],
  ["studio"],
  ["cli"],
];

/** Outside libraries, and the rooms that may import them; a library that is not listed may be imported nowhere. */
const DOORS: Readonly<Record<string, readonly string[]>> = {
  zod: ["trace", "model", "skills", "tools", "store", "workflow", "mcp", "project", "cli", "index.ts"],
  yaml: ["skills", "model"],
  "gray-matter": ["skills"],
  chokidar: ["skills"],
  ajv: ["tools"],
  minisearch: ["skills", "tools"],
  "string-width": ["cli"],
  "@langchain/openai": ["model"],
  "@langchain/core": ["model", "store", "workflow"],
  "@langchain/langgraph": ["workflow"],
  "@langchain/langgraph-checkpoint": ["store"],
  "node:sqlite": ["store"],
  "@redis/client": ["store"],
  "@modelcontextprotocol/client": ["mcp"],
  "@modelcontextprotocol/server": ["mcp"],
  "@modelcontextprotocol/node": ["mcp"],
};

/** Libraries that a single file may import. */
const SINGLE_FILE_DOORS = ["gray-matter", "chokidar", "@langchain/openai", "@redis/client", "ajv"];

/** What the check of a source folder found. */
export interface FloorsReport {
  readonly modules: number;
  readonly faults: readonly string[];
}

/** Holds the imports of every module below `folder` (a `src/`) against the floors and the doors. */
export function checkFloors(folder: string): FloorsReport {
  const files = readSourceFiles(folder);
  const faults = files.flatMap((file) => [...checkImports(file), ...checkBarrel(file)]);
  return { modules: files.length, faults: [...faults, ...checkSingleDoors(files)] };
}

function checkImports(file: SourceFile): string[] {
  return importsOf(file).flatMap(({ specifier, line }) => {
    const fault = specifier.startsWith(".") ? roomFault(file.path, specifier) : doorFault(file.path, specifier);
    return fault ? [`src/${file.path}:${line} imports ${specifier}: ${fault}`] : [];
  });
}

function checkBarrel(file: SourceFile): string[] {
  return file.path.endsWith("/index.ts")
    ? [`src/${file.path}:1 is a barrel: import the file that declares the thing`]
    : [];
}

function checkSingleDoors(files: readonly SourceFile[]): string[] {
  return SINGLE_FILE_DOORS.flatMap((library) => {
    const doors = files.filter((file) => importsOf(file).some(({ specifier }) => packageOf(specifier) === library));
    return doors.length > 1
      ? [`${library} has ${doors.length} doors: ${doors.map((file) => file.path).join(", ")}`]
      : [];
  });
}

function roomFault(path: string, specifier: string): string | undefined {
  const from = roomOf(path);
  const to = roomOf(posix.join(posix.dirname(path), specifier));
  if (from === to) return undefined;
  const allowed = roomsBelow(from);
  return allowed.includes(to) ? undefined : `${from}/ may import only [${allowed.join(", ")}]`;
}

function doorFault(path: string, specifier: string): string | undefined {
  const room = roomOf(path);
  const library = packageOf(specifier);
  if (room === "base") return "base/ may import nothing from outside";
  if (library.startsWith("node:") && !(library in DOORS)) return undefined;
  const doors = DOORS[library] ?? [];
  return doors.includes(room) ? undefined : `the doors to ${library} are [${doors.join(", ")}]`;
}

/** The roof, src/index.ts, may import all rooms but those that are programs. */
function roomsBelow(room: string): string[] {
  if (room === "index.ts") return FLOORS.flat().filter((name) => name !== "cli" && name !== "studio");
  const floor = FLOORS.findIndex((rooms) => rooms.includes(room));
  return FLOORS.slice(0, Math.max(floor, 0)).flat();
}

function roomOf(path: string): string {
  return path.split("/")[0] ?? path;
}

function packageOf(specifier: string): string {
  if (specifier.startsWith("node:")) return specifier;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

/** Static, dynamic and type imports, and re-exports: whatever has a module as its `source`. */
function importsOf(file: SourceFile): { readonly specifier: string; readonly line: number }[] {
  return file.nodes.flatMap((node) => {
    const specifier = specifierOf(node);
    return specifier === undefined ? [] : [{ specifier, line: lineOf(file, node) }];
  });
}

function specifierOf({ source }: SyntaxNode): string | undefined {
  if (typeof source !== "object" || source === null || !("value" in source)) return undefined;
  return typeof source.value === "string" ? source.value : undefined;
}
