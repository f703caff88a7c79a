import { toShellWord } from "../base/shell-word.ts";
import type { Project } from "../project/open-project.ts";
import { readPoints, type RunPoint } from "../workflow/run-points.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { headerRow } from "./header-row.ts";
import { readNumber } from "./read-number.ts";
import type { Terminal } from "./terminal.ts";
import { callStatus } from "./thread-lines.ts";

/** `sopwith threads history`: the points of a run, at each of which it can be forked. */
export async function showHistory(
  project: Project,
  { id, args, terminal }: { readonly id: string; readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const run = readNumber(args, "run");
  const points = await readPoints(await project.readStore(), id, run);
  if (args.has("json")) {
    terminal.write(`${JSON.stringify(points)}\n`);
    return EXIT.completed;
  }
  const rows = points.map((point) => [String(point.number), point.at, placeWords(point), callWords(point)]);
  terminal.write(
    formatTable([...headerRow(terminal, ["point", "time", "what", "calls"]), ...rows], {
      width: terminal.columns,
      gives: 3,
    }),
  );
  const ofRun = run === undefined ? "" : ` --run ${run}`;
  terminal.write(`\nFork it at one of them: npx sopwith threads fork ${toShellWord(id)}${ofRun} --at <point>\n`);
  return EXIT.completed;
}

/** Where a point stands, in words. */
export function placeWords({ kind, nodes, turn }: RunPoint): string {
  const visits = nodes.map(({ path, visit, status }) => {
    const name = visit === 1 ? path : `${path} (visit ${visit})`;
    return status === undefined ? name : `${name} ${status}`;
  });
  if (kind === "start") return "start";
  return kind === "turn" ? `${visits.join("")}, turn ${turn}` : visits.join(", ");
}

function callWords({ calls }: RunPoint): string {
  return calls.map((call) => `${call.tool} ${callStatus(call)}`).join(", ");
}
