import { chmodSync } from "node:fs";
import { join } from "node:path";
import type { Diagnostic } from "../../../src/base/errors.ts";
import type { KnownTools } from "../../../src/skills/known-tools.ts";
import { lintSkillFile } from "../../../src/skills/lint/lint-skill-file.ts";
import { makeFolder } from "../skill-folder.ts";

/** Tools as a registry would tell them. */
export const knownTools: KnownTools = {
  names: ["weather/get_current", "events/cancel", "notice/send"],
  argumentsOf: (tool) => {
    if (tool === "weather/get_current") return ["city", "unit"];
    return tool === "events/cancel" ? ["eventId", "reason"] : undefined;
  },
};

/** What a check says of one skill called `a`, with these files beside it; those called `.sh` may be run if `run` says so. */
export function lintText(
  text: string,
  options: {
    readonly tools?: KnownTools;
    readonly files?: Readonly<Record<string, string>>;
    readonly run?: boolean;
  } = {},
): readonly Diagnostic[] {
  const { files = {}, tools, run = true } = options;
  const beside = Object.fromEntries(Object.entries(files).map(([path, content]) => [`a/${path}`, content]));
  const folder = makeFolder({ ...beside, "a/SKILL.md": text });
  for (const path of Object.keys(files))
    if (path.endsWith(".sh")) chmodSync(join(folder, "a", path), run ? 0o755 : 0o644);
  return lintSkillFile(join(folder, "a/SKILL.md"), tools).diagnostics.map((fault) => ({
    ...fault,
    ...(fault.where && { where: { ...fault.where, file: fault.where.file.replace(`${folder}/`, "") } }),
  }));
}

/** The same with a good front matter, as `severity CODE line:column`. The body begins on line 5. */
export function lintBody(
  body: string,
  options: Parameters<typeof lintText>[1] & { readonly head?: string } = {},
): string[] {
  const text = `---\nname: a\ndescription: About a.${options.head ? `\n${options.head}` : ""}\n---\n${body}`;
  return lintText(text, options).map(
    (fault) => `${fault.severity} ${fault.code} ${fault.where?.line}:${fault.where?.column}`,
  );
}
