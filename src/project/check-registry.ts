import type { Diagnostic } from "../base/errors.ts";
import { type Finding, finding, findingOf } from "./doctor-check.ts";
import type { Project } from "./open-project.ts";
import { describeRoute } from "./registry/registry-edit.ts";
import { viewMessage } from "./registry/registry-view.ts";

/**
 * What operators decided about tools, with a warning where the store cannot be read, and for each word on what is gone. An
 * empty message where nothing was ever decided.
 */
export async function checkRegistry(project: Project): Promise<Finding> {
  const view = (await project.registry()).view();
  const message = viewMessage(view);
  if (message !== undefined) return finding("warning", message);
  const { toolsets, tools, routes } = view.content;
  const decided = [
    ...Object.entries(toolsets).map(([name, enabled]) => `toolset ${name} ${enabled ? "on" : "off"}`),
    ...Object.entries(tools).map(([name, { off }]) => `${name} ${off === true ? "off" : "described anew"}`),
    ...routes.map(describeRoute),
  ];
  if (decided.length === 0)
    return finding("ok", view.generation === 0 ? "" : `generation ${view.generation}: nothing is decided`);
  return findingOf(`generation ${view.generation}: ${decided.join("; ")}`, await goneNames(project));
}

async function goneNames(project: Project): Promise<readonly Diagnostic[]> {
  const { content } = (await project.registry()).view();
  const { workflows } = await project.workflows();
  const registries = [await project.tools()];
  for (const { workflow } of workflows) registries.push(await project.tools(workflow));
  const all = registries.flatMap((registry) => registry.list());
  const here = new Set(all.flatMap(({ name, toolset }) => [name, toolset]));
  // A server that is not started now brings its tools another time.
  const isHere = (name: string): boolean =>
    here.has(name) || registries.some((each) => each.expected(name) !== undefined);
  return [
    ...Object.keys(content.toolsets)
      .filter((name) => content.toolsets[name] === false && !isHere(name))
      .map((name) =>
        gone("TOOLSET_UNKNOWN", `The toolset "${name}" is off, and no tool that can be loaded belongs to it.`, name),
      ),
    ...Object.keys(content.tools)
      .filter((name) => !isHere(name))
      .map((name) =>
        gone("TOOL_UNKNOWN", `The registry has a word on "${name}", and no tool of the name can be loaded.`, name),
      ),
  ];
}

function gone(code: string, message: string, name: string): Diagnostic {
  return { code, severity: "warning", message, fix: `Forget it with: npx sopwith tools enable ${name}` };
}
