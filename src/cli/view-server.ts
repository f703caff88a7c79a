import { isPlainObject, type JsonObject } from "../base/json.ts";
import type { DefinitionChange } from "../mcp/trust/compare-definitions.ts";
import type { ToolReview } from "../mcp/trust/review-server.ts";
import { acceptCommand } from "../mcp/trust/trust-errors.ts";
import { visibleText } from "../mcp/trust/visible-text.ts";
import type { ServerReview } from "../project/servers/review-servers.ts";
import type { Paint } from "./paint.ts";

/** What a person should know of a server beside its row in a list: problems, and what waits for a yes. */
export function serverLines({ name, state, changes }: ServerReview, paint: Paint): string[] {
  const lines: string[] = [];
  if (state.problem !== undefined) lines.push(`  ${paint("bad", visibleText(state.problem))}`);
  if (state.status !== "ready") lines.push(...stderrLines(state.stderr, paint));
  for (const [what, notes] of [
    ["left out", state.dropped],
    ["doubtful", state.flagged],
  ] as const)
    for (const note of notes) lines.push(`  ${paint("careful", what)} ${visibleText(`${note.name}: ${note.reason}`)}`);
  const added = changes.filter(({ verdict }) => verdict === "new").map((tool) => visibleText(tool.name));
  if (added.length > 0) lines.push(`  ${paint("careful", "new")} ${added.join(", ")}`);
  lines.push(
    ...changeLines(
      changes.filter(({ verdict }) => verdict !== "new"),
      paint,
    ),
  );
  if (changes.some(({ verdict }) => verdict !== "removed")) lines.push(`  to agree: ${acceptCommand(name)}`);
  return lines.length === 0 ? [] : [paint("name", name), ...lines];
}

/** What has changed since somebody agreed, tool by tool: what a person reads before they agree. */
export function changeLines(
  changes: readonly ToolReview[],
  paint: Paint,
  effectOf: (tool: ToolReview) => string | undefined = () => undefined,
): string[] {
  return changes.flatMap((tool) => {
    const tone = tool.verdict === "removed" ? "faint" : "careful";
    const effect = effectOf(tool);
    const head = `  ${paint(tone, tool.verdict)} ${visibleText(tool.name)}${effect === undefined ? "" : paint("faint", `  ${effect}`)}`;
    if (tool.verdict === "new") return [head, ...newLines(tool)];
    return [head, ...tool.changes.flatMap((change) => diffLines(change, paint))];
  });
}

function newLines({ definition }: ToolReview): string[] {
  const about = definition?.description ?? definition?.title;
  const names = argumentNames(definition?.inputSchema);
  return [
    ...(about === undefined ? [] : [`    ${visibleText(about.replace(/\s+/g, " ").trim())}`]),
    ...(names.length === 0 ? [] : [`    arguments: ${names.map(visibleText).join(", ")}`]),
  ];
}

/** Those that need not be given carry a question mark. */
function argumentNames(schema: JsonObject | undefined): string[] {
  const { properties, required } = schema ?? {};
  const needed = Array.isArray(required) ? required : [];
  return isPlainObject(properties)
    ? Object.keys(properties).map((name) => (needed.includes(name) ? name : `${name}?`))
    : [];
}

function diffLines({ path, before, now }: DefinitionChange, paint: Paint): string[] {
  return [
    `    ${path}`,
    ...(before === undefined ? [] : [paint("bad", `    - ${before}`)]),
    ...(now === undefined ? [] : [paint("good", `    + ${now}`)]),
  ];
}

function stderrLines(stderr: readonly string[], paint: Paint): string[] {
  return stderr.slice(-5).map((line) => `  ${paint("faint", `stderr: ${visibleText(line)}`)}`);
}
