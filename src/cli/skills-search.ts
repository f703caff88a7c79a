import { showHidden } from "../base/show-hidden.ts";
import { relative } from "node:path";
import { usageError } from "./cli-errors.ts";
import type { CommandAction } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { countOf, cutColumns } from "./view-text.ts";
import { withProject } from "./with-project.ts";

/** `skills search`: the skills that fit some words, best first. */
export const searchSkills: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const words = args.words.slice(1).join(" ").trim();
    if (words === "")
      throw usageError(
        "`sopwith skills search` needs words to search for.",
        "Write: npx sopwith skills search <words>",
      );
    const library = await project.skills();
    const byName = new Map(library.list().map((skill) => [skill.name, skill]));
    const onNotice = (message: string): void => terminal.writeError(`! ${showHidden(message)}\n`);
    const found = (await library.search(words, 10, { onNotice })).flatMap(({ name, score }) => {
      const skill = byName.get(name);
      return skill ? [{ ...skill, score }] : [];
    });
    if (args.has("json")) terminal.write(`${JSON.stringify({ words, skills: found })}\n`);
    else if (found.length === 0) terminal.write(`${nothingFound(byName.size, words)}\n`);
    else
      terminal.write(
        formatTable(
          found.map(({ name, description, location }) => [
            name,
            cutColumns(description, 70),
            relative(terminal.folder, location),
          ]),
          { width: terminal.columns, gives: 1 },
        ),
      );
    return EXIT.completed;
  });

function nothingFound(count: number, words: string): string {
  if (count === 0) return "There is no skill to search yet. Begin one: npx sopwith skills new";
  return `Of ${countOf(count, "skill")} none shares a word with "${words}".`;
}
