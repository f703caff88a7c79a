import { isPlainObject, type JsonObject } from "../base/json.ts";
import type { DefinitionChange } from "../mcp/trust/compare-definitions.ts";
import type { ToolReview } from "../mcp/trust/review-server.ts";
import type { SkillReview } from "../mcp/trust/review-skills.ts";
import { acceptCommand } from "../mcp/trust/trust-errors.ts";
import { visibleText } from "../mcp/trust/visible-text.ts";
import type { ServerReview } from "../project/servers/review-servers.ts";
import type { Paint } from "./paint.ts";
import { cutColumns } from "./view-text.ts";

/** What a person should know of a server beside its row in a list: problems, and what waits for a yes. */
export function serverLines({ name, state, changes, skills }: ServerReview, paint: Paint): string[] {
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
  for (const skill of skills) lines.push(skillLine(skill, paint));
  if ([...changes, ...skills].some(({ verdict }) => verdict !== "removed"))
    lines.push(`  to agree: ${acceptCommand(name)}`);
  return lines.length === 0 ? [] : [paint("name", name), ...lines];
}

/** A skill that waits for a yes, or that the server has no more. */
export function skillLine({ name, verdict, skill, differs }: SkillReview, paint: Paint): string {
  const about = verdict === "changed" ? differs.join(", ") : (skill?.description ?? "");
  const tone = verdict === "removed" ? "faint" : "careful";
  return `  ${paint(tone, verdict)} skill ${name}${about === "" ? "" : paint("faint", `  ${visibleText(cutColumns(about, 70))}`)}`;
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
