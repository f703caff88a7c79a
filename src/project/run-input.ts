import { readFile } from "node:fs/promises";
import { messageOf } from "../base/errors.ts";
import { isPlainObject, type JsonObject, previewJson } from "../base/json.ts";
import { positionAt } from "../base/source-location.ts";
import type { Workflow } from "../workflow/workflow.ts";
import { inputFileBroken, inputNotText } from "./project-errors.ts";

/**
 * A user's text as the workflow's input.
 *
 * @throws `INPUT_NOT_TEXT` when the workflow's schema has no way from text
 */
export function toInput(workflow: Workflow, text: string): JsonObject {
  if (workflow.fromText) return workflow.fromText(text);
  throw inputNotText(workflow.name, Object.keys(workflow.state.shape));
}

/**
 * A workflow's input from a JSON file.
 *
 * @throws `INPUT_FILE` with line and column where the JSON ends to make sense
 */
export async function loadInput(file: string): Promise<JsonObject> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw inputFileBroken("cannot be read", { where: { file }, seen: messageOf(error) });
  });
  const value = parseJson(text.replace(/^\uFEFF/, ""), file);
  if (isPlainObject(value)) return value as JsonObject;
  throw inputFileBroken("holds no object", { where: { file }, seen: `${previewJson(value, 60)}; expected: { ... }` });
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = messageOf(error);
    throw inputFileBroken("is not JSON", {
      where: { file, ...positionAt(text, faultOffset(text, message)) },
      seen: message.replace(/ in JSON at position .*$/s, "").replace(/, (?:\.\.\.)?".*$/s, ""),
    });
  }
}

/** Where the JSON goes wrong. Node tells the position of most faults, but not of a token that cannot stand there. */
function faultOffset(text: string, message: string): number {
  const told = /at position (\d+)/.exec(message)?.[1];
  if (told !== undefined) return Number(told);
  return message.startsWith("Unexpected token") ? tokenOffset(text) : text.length;
}

/** The start of the text reads as cut off up to the token, and as faulty from it on. */
function tokenOffset(text: string): number {
  let sound = 0;
  let faulty = text.length;
  while (faulty - sound > 1) {
    const middle = (sound + faulty) >> 1;
    if (hasBadToken(text.slice(0, middle))) faulty = middle;
    else sound = middle;
  }
  return sound;
}

function hasBadToken(text: string): boolean {
  try {
    JSON.parse(text);
    return false;
  } catch (error) {
    return messageOf(error).startsWith("Unexpected token");
  }
}
