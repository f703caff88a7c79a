import { createToolRegistry, type ToolRegistry } from "../tools/tool-registry.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { Workflow } from "./workflow.ts";

/** A registry with the tools that a workflow brings, its sub-workflows' included. */
export function workflowRegistry(workflow: Workflow, tools?: ToolRegistry): ToolRegistry {
  const registry = tools ?? createToolRegistry();
  registry.add(workflowTools(workflow), `workflow "${workflow.name}"`);
  return registry;
}

/** The tools that a workflow and its sub-workflows bring. */
export function workflowTools(workflow: Workflow): readonly AnyTool[] {
  const inner = Object.values(workflow.nodes).flatMap((node) => node.brings ?? []);
  return [...new Set([...workflow.tools, ...inner])];
}
