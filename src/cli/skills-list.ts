import { relative } from "node:path";
import { toAvailableSkills } from "../skills/available-skills.ts";
import type { CommandAction } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { cutColumns } from "./view-text.ts";
import { withProject } from "./with-project.ts";
import { writeDiagnostics } from "./write-diagnostics.ts";

/** `skills list`: succeeds even when a file is broken; what is wrong goes to stderr. */
export const listSkills: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const library = await project.skills();
    const skills = library.list();
    if (args.has("json")) {
      terminal.write(`${JSON.stringify({ skills, diagnostics: library.diagnostics })}\n`);
      return EXIT.completed;
    }
    if (args.has("prompt"))
      terminal.write(`${toAvailableSkills(skills.filter(({ notForModels }) => !notForModels))}\n`);
    else if (skills.length === 0) terminal.write("No skills found. A skill is a folder with a SKILL.md in skills/.\n");
    else
      terminal.write(
        formatTable(
          skills.map((skill) => [
            skill.name,
            cutColumns(skill.description, 70),
            relative(terminal.folder, skill.location),
          ]),
          { width: terminal.columns, gives: 1 },
        ),
      );
    writeDiagnostics(terminal, library.diagnostics);
    return EXIT.completed;
  });
