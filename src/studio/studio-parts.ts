import type { ToolOwners } from "../project/list-all-tools.ts";
import type { Project } from "../project/open-project.ts";

/** What the studio shows and works with. */
export interface StudioParts {
  readonly project: Project;
  /** The first file of the `sopwith` command, which carries out what is decided on the page. */
  readonly commandFile: string;
  /** Everything about a tool but its schemas, as pairs of a label and a text. */
  readonly describeTool: (entry: ToolOwners) => readonly (readonly [string, string])[];
  /** Who decides, where the page's forms are left as they are. */
  readonly decider: string;
  /** True where nothing can be decided or switched. */
  readonly readOnly: boolean;
}
