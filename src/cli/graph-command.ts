import { toMermaid } from "../workflow/to-mermaid.ts";
import type { CommandAction } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { withProject } from "./with-project.ts";

/** `sopwith graph`: the workflow as Mermaid text. */
export const graphCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const { workflow } = await project.workflow(args.words[0]!);
    terminal.write(toMermaid(workflow));
    return EXIT.completed;
  });
