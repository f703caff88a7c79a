import type { Project } from "../project/open-project.ts";
import { describeRoute } from "../project/registry/registry-edit.ts";
import type { RegistryState } from "../project/registry/project-registry.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { headerRow } from "./header-row.ts";
import { createPaint } from "./paint.ts";
import { tableTime } from "./table-time.ts";
import type { Terminal } from "./terminal.ts";
import { cutColumns } from "./view-text.ts";

/** `sopwith tools registry`: what operators decided, which process has which tools, and who changed what. */
export async function showRegistry(
  project: Project,
  { args, terminal }: { readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const state = await (await project.registry()).readState();
  if (args.has("json")) {
    terminal.write(`${JSON.stringify(state)}\n`);
    return EXIT.completed;
  }
  const strong = (title: string): string => `${createPaint(terminal.colour)("strong", title)}\n`;
  const from = state.stale ? "from this machine's copy" : "from the store";
  terminal.write(strong(`Generation ${state.generation}, ${from}, as of ${tableTime(state.asOf, terminal.columns)}`));
  terminal.write(decided(state));
  if (state.processes.length > 0) terminal.write(`\n${strong("Processes")}${processes(state, terminal)}`);
  if (state.processes.length > 0) terminal.write(`\n${strong("Contracts")}${contracts(state, terminal)}`);
  if (state.history.length > 0) terminal.write(`\n${strong("Changes")}${changes(state, terminal)}`);
  return EXIT.completed;
}

function decided({ content: { toolsets, routes, tools } }: RegistryState): string {
  const rows = [
    ...Object.entries(toolsets).map(([name, enabled]) => [`toolset ${name}`, enabled ? "on" : "off"]),
    ...Object.entries(tools).flatMap(([name, { off, description }]) => [
      ...(off === true ? [[`tool ${name}`, "off"]] : []),
      ...(description === undefined ? [] : [[`description of ${name}`, cutColumns(description, 70)]]),
    ]),
    ...routes.map((route) => [`route ${route.match}`, describeRoute(route).split(" to ")[1]!]),
  ];
  return rows.length === 0 ? "Nothing is decided; code and config hold.\n" : formatTable(rows);
}

function processes({ processes: rows, generation }: RegistryState, terminal: Terminal): string {
  return formatTable(
    [
      ...headerRow(terminal, ["process", "work", "state", "release", "goes by", "tools", "since (UTC)"]),
      ...rows.map((row) => [
        `${row.pid}@${row.host}`,
        row.work,
        row.ended ? "ended" : row.generation < generation ? "behind" : "current",
        row.release ?? "-",
        String(row.generation),
        String(row.tools.length),
        tableTime(row.at, terminal.columns),
      ]),
    ],
    { width: terminal.columns, gives: [3, 0] },
  );
}

/** One line for each contract; where processes have different ones of one name and version, both stand there. */
function contracts({ processes: rows }: RegistryState, terminal: Terminal): string {
  const known = rows.flatMap(({ pid, host, tools }) => tools.map((tool) => ({ tool, process: `${pid}@${host}` })));
  const groups = Map.groupBy(known, ({ tool }) => `${tool.name}@${tool.version} ${tool.fingerprint}`);
  const prints = Map.groupBy([...groups.values()], ([first]) => `${first!.tool.name}@${first!.tool.version}`);
  const lines = [...groups.values()].map((group): string[] => {
    const { name, version, toolset, effect, fingerprint } = group[0]!.tool;
    const differs = prints.get(`${name}@${version}`)!.length > 1;
    const where = group.map(({ process }) => process).join(", ");
    return [`${name}@${version}`, toolset, effect, differs ? `${fingerprint} differs` : fingerprint, where];
  });
  return formatTable(
    [
      ...headerRow(terminal, ["tool", "toolset", "effect", "contract", "in"]),
      ...lines.toSorted(([a], [b]) => (a! < b! ? -1 : 1)),
    ],
    { width: terminal.columns, gives: [4, 0] },
  );
}

function changes({ history }: RegistryState, terminal: Terminal): string {
  return formatTable(
    [
      ...headerRow(terminal, ["", "at (UTC)", "by", "what", "why"]),
      ...history.map(({ generation, at, by, what, reason }) => [
        String(generation),
        tableTime(at, terminal.columns),
        cutColumns(by, 40),
        // A description stands in it as it was given; `--json` has all of it.
        cutColumns(what, 100),
        cutColumns(reason ?? "-", 100),
      ]),
    ],
    { width: terminal.columns, gives: [4, 3] },
  );
}
