import { createGateway, type Gateway } from "../tools/gateway/gateway.ts";
import type { ToolRegistry } from "../tools/tool-registry.ts";
import type { WorkflowParts } from "./run-context.ts";

/** The gateway of a workflow, under the project's governance. */
export function openGateway({
  governance,
  tools,
}: Pick<WorkflowParts, "governance"> & { readonly tools: ToolRegistry }): Gateway {
  return createGateway({
    registry: tools,
    ...(governance?.policies && { policies: governance.policies }),
    ...(governance?.debug && { debug: governance.debug }),
    ...(governance?.loads && { loads: governance.loads }),
    ...(governance?.maxInFlight !== undefined && { maxInFlight: governance.maxInFlight }),
  });
}
