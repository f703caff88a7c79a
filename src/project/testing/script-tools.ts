import { isPlainObject, canonicalJson, type JsonObject, previewJson } from "../../base/json.ts";
import type { ScriptedTool } from "../../model/scripted-tool.ts";
import { defineTool } from "../../tools/define-tool.ts";
import { toolError } from "../../tools/tool-error.ts";
import type { AnyTool } from "../../tools/tool.ts";

/** The tools with their own contracts, and the answers of a skill's test where it scripts them. */
export function scriptTools(scripts: Readonly<Record<string, ScriptedTool>>, tools: readonly AnyTool[]): AnyTool[] {
  return tools.map((tool) => {
    const script = scripts[tool.name];
    return script ? { ...withoutReach(tool), run: answerer(tool.name, script) } : tool;
  });
}

/**
 * The tools that a skill's test alone knows.
 *
 * @throws `TOOL_DEFINITION` for one whose name or schema cannot be used
 */
export function ownTools(scripts: Readonly<Record<string, ScriptedTool>>, tools: readonly AnyTool[]): AnyTool[] {
  const known = new Set(tools.map((tool) => tool.name));
  return Object.entries(scripts).flatMap(([name, script]) => (known.has(name) ? [] : [toTool(name, script)]));
}

/** The tool without what would reach past its `run`: a test's answers need no key, no server and no look-up. */
export function withoutReach({ lookup: _lookup, available: _available, ...tool }: AnyTool): AnyTool {
  return tool;
}

function toTool(name: string, script: ScriptedTool): AnyTool {
  const { description = name, effect = "read", input = { type: "object", additionalProperties: true } } = script;
  const run = answerer(name, script);
  return defineTool({ name, description, effect, inputSchema: input, run });
}

function answerer(name: string, { answers }: ScriptedTool): AnyTool["run"] {
  return (input: unknown) => {
    const answer = answers.find((candidate) => contains(input, candidate.with));
    if (answer?.output !== undefined) return answer.output;
    const message = answer?.error ?? `The test has no answer of ${name} for ${previewJson(input)}.`;
    throw toolError({ code: "TOOL_FAILED", message, effect: "none", retryable: false });
  };
}

function contains(value: unknown, part: JsonObject): boolean {
  if (!isPlainObject(value)) return Object.keys(part).length === 0;
  return Object.entries(part).every(([key, wanted]) =>
    isPlainObject(wanted) ? contains(value[key], wanted) : canonicalJson(value[key]) === canonicalJson(wanted),
  );
}
