import type { Diagnostic } from "../base/errors.ts";
import { compareContracts, writeContracts } from "../project/tool-contracts.ts";
import type { Project } from "../project/open-project.ts";
import { lintTool } from "../tools/lint-tool.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { fromFolder } from "./from-folder.ts";
import type { Terminal } from "./terminal.ts";
import { writeDiagnostics } from "./write-diagnostics.ts";
import { countOf } from "./view-text.ts";

/**
 * `sopwith tools check`: what models would miss in the tools' descriptions, and contracts that changed without a new
 * version. Fails on changed contracts, with `--strict` on anything.
 */
export async function checkTools(
  project: Project,
  tools: readonly AnyTool[],
  { args, terminal }: { readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const named = args.words[1];
  // What an MCP server says of its tools is not ours to mend, and mcp.lock.json keeps what it was.
  const own = tools.filter((tool) => tool.category !== "mcp");
  const checked = named === undefined ? own : tools.filter((tool) => tool.name === named);
  if (args.has("update")) {
    const file = await writeContracts(project.folder, own);
    terminal.write(`${fromFolder(file, terminal.folder)} holds ${countOf(own.length, "contract")} now.\n`);
  }
  const contracts = await compareContracts(project.folder, own);
  const found = [...checked.flatMap(lintTool), ...contracts.diagnostics];
  const failed = found.some((fault) => fault.severity === "error") || (args.has("strict") && found.length > 0);
  if (args.has("json")) terminal.write(`${JSON.stringify({ tools: checked.length, diagnostics: found })}\n`);
  else {
    writeDiagnostics(terminal, found);
    terminal.write(summary(checked.length, found));
    if (!contracts.kept)
      terminal.write(
        "To notice changed contracts in CI, run `npx sopwith tools check --update` and commit the file.\n",
      );
  }
  return failed ? EXIT.failed : EXIT.completed;
}

function summary(tools: number, found: readonly Diagnostic[]): string {
  const errors = found.filter((fault) => fault.severity === "error").length;
  const rest = found.length - errors;
  if (found.length === 0) return `${countOf(tools, "tool")} checked: nothing to say.\n`;
  return `${countOf(tools, "tool")} checked: ${countOf(errors, "error")}, ${countOf(rest, "warning")}.\n`;
}
