import type { Diagnostic } from "../base/errors.ts";
import { isPlainObject } from "../base/json.ts";
import type { AnyTool } from "../tools/tool.ts";
import { loadModule } from "./load-module.ts";
import { toolModulesBroken } from "./project-errors.ts";

/**
 * The tools that modules export, under any name. Loading a module registers nothing.
 *
 * @throws `TOOL_MODULE` naming every module that does not load, and every one that exports no tool
 */
export async function loadToolModules(files: readonly string[]): Promise<AnyTool[]> {
  const tools = new Set<AnyTool>();
  const broken: Diagnostic[] = [];
  for (const file of files) {
    const { exports, faults } = await loadModule(file);
    if (faults) {
      broken.push(...faults);
      continue;
    }
    const found = Object.values(exports).flat().filter(isTool);
    if (found.length === 0) broken.push(noTools(file));
    for (const tool of found) tools.add(tool);
  }
  if (broken.length > 0) throw toolModulesBroken(broken);
  return [...tools];
}

/** By its shape, since it may come from another copy of the package. */
function isTool(value: unknown): value is AnyTool {
  return (
    isPlainObject(value) &&
    typeof value["name"] === "string" &&
    typeof value["run"] === "function" &&
    isPlainObject(value["policy"])
  );
}

function noTools(file: string): Diagnostic {
  return {
    code: "TOOL_MODULE",
    severity: "error",
    message: "The module exports no tool.",
    where: { file },
    fix: "Export what `defineTool` gives, or take the module out of the config's `tools`.",
  };
}
