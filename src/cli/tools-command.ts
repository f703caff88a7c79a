import { listAllTools, type ToolOwners } from "../project/list-all-tools.ts";
import { toolNotFound } from "../project/project-errors.ts";
import { toInputSchema } from "../tools/input-schema.ts";
import { toOutputSchema } from "../tools/output-schema.ts";
import type { SopwithError } from "../base/errors.ts";
import { isAbsent } from "../project/servers/absent-tool.ts";
import { callTool } from "./tools-call.ts";
import { checkTools } from "./tools-check.ts";
import { switchToolset } from "./tools-switch.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { createPaint } from "./paint.ts";
import { writeDiagnostics } from "./write-diagnostics.ts";
import type { Terminal } from "./terminal.ts";
import { explainTool } from "./tools-explain.ts";
import { cutColumns, indent } from "./view-text.ts";
import { toolFacts, toToolJson } from "./view-tool.ts";
import { withProject } from "./with-project.ts";

/** `sopwith tools`: the tools of the config and of every workflow, or one with its input. */
export const toolsCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const { tools, diagnostics } = await listAllTools(project);
    writeDiagnostics(terminal, diagnostics);
    const [sub = "list", name] = args.words;
    if (sub === "list") return listTools(tools, terminal, args.has("json"));
    const all = tools.map(({ tool }) => tool);
    if (sub === "check" && (name === undefined || all.some((tool) => tool.name === name)))
      return checkTools(project, all, { args, terminal });
    if (name === undefined) throw nameMissing(sub);
    if (sub === "enable" || sub === "disable")
      return switchToolset(project, all, { toolset: name, enabled: sub === "enable", terminal });
    if (sub === "call") return callTool(project, name, { args, terminal });
    const found = tools.filter(({ tool }) => tool.name === name);
    if (found.length === 0)
      throw toolNotFound(
        name,
        tools.map(({ tool }) => tool.name),
      );
    if (sub === "explain") return explainTool(project, found[0]!.tool, { args, terminal });
    for (const entry of found) showTool(entry, terminal, args.has("json"));
    return EXIT.completed;
  });

function nameMissing(sub: string): SopwithError {
  const what = sub === "enable" || sub === "disable" ? "toolset" : "namespace/name";
  return usageError(`\`sopwith tools ${sub}\` needs a name.`, `Write: npx sopwith tools ${sub} <${what}>`);
}

function listTools(tools: readonly ToolOwners[], terminal: Terminal, json: boolean): number {
  if (json) terminal.write(`${JSON.stringify(tools.map(toToolJson))}\n`);
  else if (tools.length === 0) terminal.write("No tools. A workflow brings its tools along: `tools: [...]`.\n");
  else
    terminal.write(
      formatTable(
        tools.map(({ tool, owners, enabled }) => [
          tool.name,
          [tool.effect, ...(enabled ? [] : ["off"]), ...(isAbsent(tool) ? ["not there"] : [])].join(", "),
          owners.join(", "),
          cutColumns(tool.description, 70),
        ]),
        { width: terminal.columns, gives: 3 },
      ),
    );
  return EXIT.completed;
}

function showTool(entry: ToolOwners, terminal: Terminal, json: boolean): void {
  if (json) {
    terminal.write(`${JSON.stringify(toToolJson(entry))}\n`);
    return;
  }
  const { tool } = entry;
  const paint = createPaint(terminal.colour);
  const output = toOutputSchema(tool);
  terminal.write(`${paint("strong", tool.name)}  ${tool.description}\n`);
  terminal.write(formatTable(toolFacts(entry).map(([label, text]) => [paint("faint", label), text])));
  terminal.write(`${paint("faint", "input")}\n${indent(JSON.stringify(toInputSchema(tool), undefined, 2))}\n`);
  if (output) terminal.write(`${paint("faint", "output")}\n${indent(JSON.stringify(output, undefined, 2))}\n`);
}
