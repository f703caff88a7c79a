import { join } from "node:path";
import { readFile } from "node:fs/promises";
import { visibleText } from "../mcp/trust/visible-text.ts";
import type { SkillReview } from "../mcp/trust/review-skills.ts";
import { agreedSkillsFolder, dropAgreedSkill, writeAgreedSkill } from "../project/servers/agreed-skills.ts";
import type { ProjectServers } from "../project/servers/project-servers.ts";
import { EXIT } from "./exit-code.ts";
import { createPaint, type Paint } from "./paint.ts";
import type { Terminal } from "./terminal.ts";
import { skillLine } from "./view-server.ts";
import { countOf } from "./view-text.ts";

/** Skills of a server that wait for a yes. */
export interface WaitingSkills {
  readonly name: string;
  readonly skills: readonly SkillReview[];
  /** Of the project. */
  readonly folder: string;
}

/**
 * Shows skills of a server, every line of them, and asks. What was shown is kept as files of the project, and pinned: a
 * server that changes one later changes nothing here.
 */
export async function acceptSkills(
  servers: ProjectServers,
  { name, skills, folder }: WaitingSkills,
  { terminal, agrees }: { readonly terminal: Terminal; readonly agrees: (question: string) => Promise<boolean> },
): Promise<number> {
  const root = agreedSkillsFolder(folder, name);
  const paint = createPaint(terminal.colour);
  const read: (ReadSkill & { readonly review: SkillReview })[] = [];
  for (const review of skills) {
    const files = await readFiles(servers, name, review);
    read.push({ review, files });
    terminal.write(`${skillLine(review, paint)}\n`);
    for (const line of await fileLines(join(root, review.name), files, paint)) terminal.write(`${line}\n`);
  }
  const them = skills.length === 1 ? "this skill" : `these ${countOf(skills.length, "skill")}`;
  if (!(await agrees(`Agree to ${them} of ${name} as shown?`))) {
    terminal.write("Nothing more was agreed to.\n");
    return EXIT.failed;
  }
  for (const { review, files } of read)
    await (files.size === 0 ? dropAgreedSkill(root, review.name) : writeAgreedSkill(root, review.name, files));
  await servers.trust.acceptSkills(name, new Map(skills.map((review) => [review.name, review.skill?.files])));
  const usable = Object.keys(await servers.trust.agreedSkills(name)).map((skill) => `${name}/${skill}`);
  terminal.write(
    `Agreed. ${usable.length === 0 ? `${name} has no skills here now` : `To be used as ${usable.join(", ")}`}; mcp.skills and mcp.lock.json are to be committed.\n`,
  );
  return EXIT.completed;
}

interface ReadSkill {
  readonly files: ReadonlyMap<string, Buffer>;
}

/** To the byte as the list said; none for a skill that is gone. */
async function readFiles(
  servers: ProjectServers,
  name: string,
  { skill }: SkillReview,
): Promise<ReadonlyMap<string, Buffer>> {
  const connections = await servers.connect(name);
  const files = new Map<string, Buffer>();
  for (const path of Object.keys(skill?.files ?? {})) files.set(path, await connections.readSkill(name, skill!, path));
  return files;
}

/** Every file that is new or other, whole: what is not shown could say anything. */
async function fileLines(folder: string, files: ReadonlyMap<string, Buffer>, paint: Paint): Promise<string[]> {
  const lines: string[] = [];
  for (const [path, bytes] of files) {
    const before = await readFile(join(folder, path)).catch(() => undefined);
    if (before?.equals(bytes)) continue;
    lines.push(
      `    ${paint("name", visibleText(path))}${before === undefined ? "" : paint("faint", "  in place of another")}`,
    );
    if (bytes.includes(0)) lines.push(`      ${countOf(bytes.length, "byte")}, no text`);
    else lines.push(...diffLines(before?.toString("utf8"), bytes.toString("utf8"), paint));
  }
  return lines;
}

/** All lines of a new text; of another one those between what both begin and end with. */
function diffLines(before: string | undefined, now: string, paint: Paint): string[] {
  const shown = now.trimEnd().split("\n");
  if (before === undefined) return shown.map((line) => `      ${visibleText(line)}`);
  const old = before.trimEnd().split("\n");
  let start = 0;
  while (start < Math.min(old.length, shown.length) && old[start] === shown[start]) start += 1;
  let end = 0;
  while (end < Math.min(old.length, shown.length) - start && old.at(-1 - end) === shown.at(-1 - end)) end += 1;
  return [
    ...old.slice(start, old.length - end).map((line) => paint("bad", `      - ${visibleText(line)}`)),
    ...shown.slice(start, shown.length - end).map((line) => paint("good", `      + ${visibleText(line)}`)),
  ];
}
