import { realpathSync } from "node:fs";
import { isAbsolute, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { ThrownCause, ThrownSummary } from "../trace/thrown-summary.ts";
import { cleanText } from "./clean-text.ts";
import { dropStack } from "./drop-stack.ts";
import { readProperty } from "./read-property.ts";
import { redactSecrets } from "./redact-secrets.ts";
import { isToolError } from "./tool-error.ts";

/** Sums up what a tool threw, for whoever writes the tool. Never throws, whatever was thrown. */
export type SumUpThrown = (thrown: unknown) => ThrownSummary;

/** What stands behind this is not looked at. */
const longestRead = 20_000;
const longestMessage = 300;
const mostCauses = 5;
/** Its own frames say nothing of a project's mistake. */
const ownFolder = fileURLToPath(new URL("../", import.meta.url));

/** Makes the reader of thrown things for a project: places are looked for in `folder`, and told from there. */
export function createThrownReader({ folder }: { readonly folder: string }): SumUpThrown {
  const root = realFolder(folder);
  return (thrown) => {
    const causes = causesOf(thrown);
    const at = placeOf(root, [thrown, ...causes]);
    return {
      ...describe(thrown),
      ...(at !== undefined && { at }),
      ...(causes.length > 0 && { causes: causes.map(describe) }),
    };
  };
}

/** Stacks name folders by their real paths. */
function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // A folder that is not there holds no frame.
    return folder;
  }
}

function describe(thrown: unknown): ThrownCause {
  const code = readProperty(thrown, "code");
  return {
    name: nameOf(thrown),
    message: messageOf(thrown),
    ...((typeof code === "string" || typeof code === "number") && code !== "" && { code: toLine(String(code)) }),
  };
}

function nameOf(thrown: unknown): string {
  if (typeof thrown === "string") return "a text";
  if (typeof thrown !== "object" || thrown === null) return thrown === null ? "null" : typeof thrown;
  if (isToolError(thrown)) return "toolError";
  const name = readProperty(thrown, "name") ?? readProperty(readProperty(thrown, "constructor"), "name");
  return typeof name === "string" && name !== "" ? toLine(name) : "an object";
}

function messageOf(thrown: unknown): string {
  const message = typeof thrown === "string" ? thrown : readProperty(thrown, "message");
  if (typeof message === "string") return toLine(message);
  return isSimple(thrown) ? String(thrown) : "";
}

function isSimple(value: unknown): value is number | bigint | boolean | null | undefined {
  return value === null || ["number", "bigint", "boolean", "undefined"].includes(typeof value);
}

/** The first line that says something, fit for a terminal. A secret may reach over several lines, so it goes first. */
function toLine(text: string): string {
  const clean = cleanText(redactSecrets(dropStack(text.slice(0, longestRead))));
  const line = clean.split("\n").find((candidate) => candidate.trim() !== "") ?? "";
  return line.length <= longestMessage ? line.trim() : `${line.slice(0, longestMessage - 1).toWellFormed()}…`;
}

/** The chain of causes, or what several attempts of one thing threw. Each once, also where they go in a circle. */
function causesOf(thrown: unknown): readonly unknown[] {
  const seen = [thrown];
  for (let index = 0; index < seen.length && seen.length <= mostCauses; index += 1) {
    const errors = readProperty(seen[index], "errors");
    for (const cause of [readProperty(seen[index], "cause"), ...(Array.isArray(errors) ? errors.slice(0, 2) : [])])
      if (cause !== undefined && cause !== null && !seen.includes(cause)) seen.push(cause);
  }
  return seen.slice(1, mostCauses + 1);
}

/** Of the error, or of the nearest cause whose stack leads into the project. */
function placeOf(root: string, thrown: readonly unknown[]): string | undefined {
  for (const one of thrown) {
    const place = placeIn(root, readProperty(one, "stack"));
    if (place !== undefined) return place;
  }
  return undefined;
}

/** The first frame of a stack that stands in the project and not in a package of it. */
function placeIn(root: string, stack: unknown): string | undefined {
  if (typeof stack !== "string") return undefined;
  for (const line of stack.slice(0, longestRead).split("\n")) {
    const [, file, position] = /^\s+at (?:.*\()?((?:async )?.*?)(:\d+(?::\d+)?)\)?$/.exec(line) ?? [];
    const path = file === undefined ? undefined : toPath(file.replace(/^async /, ""));
    if (path === undefined || path.startsWith(ownFolder)) continue;
    const inside = relative(root, path);
    if (inside.startsWith("..") || isAbsolute(inside) || inside.split(sep).includes("node_modules")) continue;
    return `${cleanText(inside)}${position}`;
  }
  return undefined;
}

function toPath(place: string): string | undefined {
  if (!place.startsWith("file:")) return isAbsolute(place) ? place : undefined;
  try {
    return fileURLToPath(place);
  } catch {
    // An address of another machine is no place here.
    return undefined;
  }
}
