import { createHash } from "node:crypto";
import { z } from "zod";
import { canonicalJson } from "../base/json.ts";
import { toInputSchema } from "./input-schema.ts";
import type { AnyTool } from "./tool.ts";

/**
 * Sixteen hex digits over what callers of a tool rely on: name, version, effect, idempotency, and the schemas of its input
 * and output. Words of descriptions do not count. Two tools with one fingerprint can stand for each other.
 */
export function toolFingerprint(tool: AnyTool): string {
  let fingerprint = known.get(tool);
  if (fingerprint === undefined) known.set(tool, (fingerprint = makeFingerprint(tool)));
  return fingerprint;
}

const known = new WeakMap<AnyTool, string>();

function makeFingerprint(tool: AnyTool): string {
  const { name, version, effect, idempotency } = tool;
  const contract = { name, version, effect, idempotency, input: readInput(tool), output: readOutput(tool) };
  return createHash("sha256")
    .update(canonicalJson(withoutWords(contract)))
    .digest("hex")
    .slice(0, 16);
}

function readInput(tool: AnyTool): unknown {
  try {
    return toInputSchema(tool);
  } catch {
    return "not JSON";
  }
}

function readOutput({ output, outputSchema }: AnyTool): unknown {
  if (outputSchema) return outputSchema;
  return output ? z.toJSONSchema(output, { io: "output", unrepresentable: "any" }) : null;
}

/** Descriptions, titles and examples explain; fields of these names stay. */
function withoutWords(value: unknown, named = false): unknown {
  if (Array.isArray(value)) return value.map((item) => withoutWords(item));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => named || !["description", "title", "examples", "$schema", "$comment"].includes(key))
      .map(([key, field]) => [key, withoutWords(field, !named && key === "properties")]),
  );
}
