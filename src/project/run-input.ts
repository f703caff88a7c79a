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
    const offset =
      /at position (\d+)/.exec(message)?.[1] ?? (message.includes("end of JSON") ? text.length : undefined);
    const where = offset === undefined ? { file } : { file, ...positionAt(text, Number(offset)) };
    throw inputFileBroken("is not JSON", {
      where,
      seen: message.replace(/ in JSON at position .*$| \(line \d+ column \d+\)$/, ""),
    });
  }
}
