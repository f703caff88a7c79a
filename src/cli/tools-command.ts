import { listAllTools, type ToolOwners } from "../project/list-all-tools.ts";
import { toolNotFound } from "../project/project-errors.ts";
import { toInputSchema } from "../tools/input-schema.ts";
import { toOutputSchema } from "../tools/output-schema.ts";
import type { SopwithError } from "../base/errors.ts";
import { isAbsent } from "../project/servers/absent-tool.ts";
import { callTool } from "./tools-call.ts";
import { checkTools } from "./tools-check.ts";
import { showRegistry } from "./tools-registry.ts";
import { routeTools } from "./tools-route.ts";
import { switchTools } from "./tools-switch.ts";
import { changeRegistry } from "./change-registry.ts";
import { warnOfRegistry } from "./registry-warning.ts";
import { usageError } from "./cli-errors.ts";
import type { Project } from "../project/open-project.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
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
    if (args.words[0] !== "route" && args.words.length > 3)
      throw usageError(`"${args.words[3]}" is one word too many.`, "See: npx sopwith help tools");
    await warnOfRegistry(project, terminal);
    if (args.words[0] === "registry") return showRegistry(project, { args, terminal });
    const { tools, diagnostics } = await listAllTools(project);
    writeDiagnostics(terminal, diagnostics);
    const [sub = "list", name] = args.words;
    if (sub === "list") return listTools(tools, terminal, args.has("json"));
    const all = tools.map(({ tool }) => tool);
    if (sub === "check" && (name === undefined || all.some((tool) => tool.name === name)))
      return checkTools(project, all, { args, terminal });
    if (name === undefined) throw nameMissing(sub);
    if (sub === "enable" || sub === "disable") return switchTools(project, all, { args, terminal });
    if (sub === "route") return routeTools(project, { args, terminal });
    if (sub === "describe") return describeTool(project, name, { args, terminal });
    if (sub === "call") return callTool(project, name, { args, terminal });
    const found = tools.filter(({ tool }) => tool.name === name);
    if (found.length === 0)
      throw toolNotFound(
        name,
        tools.map(({ tool }) => tool.name),
      );
    if (sub === "explain") return explainTool(project, found[0]!.tool, { args, terminal });
    await project.shareBreakers();
    for (const entry of found) await showTool(entry, terminal, args.has("json"));
    return EXIT.completed;
  });

/** `sopwith tools describe`: what models are told of a tool in place of its description. */
async function describeTool(
  project: Project,
  name: string,
  { args, terminal }: { readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const [, , text] = args.words;
  if (args.has("clear") === (text !== undefined))
    throw usageError(
      text === undefined ? "It is not said how the tool is described." : "Both a text and --clear are given.",
      `Write: npx sopwith tools describe ${name} "<text>" (or --clear)`,
    );
  const done =
    text === undefined
      ? `${name} is described by its own words again.`
      : `Models read this of ${name} from now on; --clear takes it back.`;
  const edit = { kind: "description", name, ...(text !== undefined && { text }) } as const;
  return changeRegistry(project, edit, { args, terminal, done });
}

function nameMissing(sub: string): SopwithError {
  const what = sub === "enable" || sub === "disable" ? "toolset> or <namespace/name" : "namespace/name";
  const targets = sub === "route" ? " @2=10 @1=90" : "";
  return usageError(`\`sopwith tools ${sub}\` needs a name.`, `Write: npx sopwith tools ${sub} <${what}>${targets}`);
}

function listTools(tools: readonly ToolOwners[], terminal: Terminal, json: boolean): number {
  if (json) terminal.write(`${JSON.stringify(tools.map(toToolJson))}\n`);
  else if (tools.length === 0) terminal.write("No tools. A workflow brings its tools along: `tools: [...]`.\n");
  else {
    const versions = Map.groupBy(tools, ({ tool }) => tool.name);
    terminal.write(
      formatTable(
        tools.map(({ tool, owners, enabled, said }) => [
          versions.get(tool.name)!.length === 1 ? tool.name : `${tool.name}@${tool.version}`,
          [tool.effect, ...(enabled ? [] : ["off"]), ...(isAbsent(tool) ? ["not there"] : [])].join(", "),
          owners.join(", "),
          cutColumns(said ?? tool.description, 70),
        ]),
        { width: terminal.columns, gives: 3 },
      ),
    );
  }
  return EXIT.completed;
}

async function showTool(entry: ToolOwners, terminal: Terminal, json: boolean): Promise<void> {
  const [{ toolHealth }, { healthFacts }] = await Promise.all([
    import("../tools/gateway/tool-health.ts"),
    import("./view-tool-health.ts"),
  ]);
  const health = await toolHealth(entry.tool);
  if (json) {
    terminal.write(`${JSON.stringify({ ...toToolJson(entry), health })}\n`);
    return;
  }
  const { tool } = entry;
  const paint = createPaint(terminal.colour);
  const output = toOutputSchema(tool);
  terminal.write(`${paint("strong", tool.name)}  ${tool.description}\n`);
  terminal.write(
    formatTable(
      [...toolFacts(entry), ...healthFacts(tool, health)].map(([label, text]) => [paint("faint", label), text]),
    ),
  );
  terminal.write(`${paint("faint", "input")}\n${indent(JSON.stringify(toInputSchema(tool), undefined, 2))}\n`);
  if (output) terminal.write(`${paint("faint", "output")}\n${indent(JSON.stringify(output, undefined, 2))}\n`);
}
