import { type CallToolResult, McpServer, ProtocolError } from "@modelcontextprotocol/server";
import { messageOf } from "../../base/errors.ts";
import { createTaint } from "../../tools/taint.ts";
import { errorResult } from "./call-result.ts";
import { callTool, type McpCall } from "./call-tool.ts";
import { callerOf } from "./mcp-caller.ts";
import { resumeWorkflow } from "./resume-workflow.ts";
import type { McpAnswer } from "./run-work.ts";
import { runWorkflow } from "./run-workflow.ts";
import { findServedTool, listServedTools } from "./served-tools.ts";
import { unknownTool } from "./unknown-tool.ts";
import type { ServedProject } from "./served-project.ts";
import { servePrompts } from "./serve-prompts.ts";
import { serveResources } from "./serve-resources.ts";
import { RESUME_TOOL, resumeToolOf, workflowToolsOf } from "./workflow-tools.ts";

/** How long a form may stay open with an older client, in ms. */
const formLifetimeMs = 600_000;
/** Forms that one call may lead to with an older client. */
const mostForms = 32;

/** The server of one connection, or of one request where the protocol knows no connections. */
export function buildServer(served: ServedProject): McpServer {
  const { config, parts, skills, state } = served;
  const hasMore = skills !== undefined || parts.offers !== undefined;
  const mcp = new McpServer(
    { name: config.name ?? "sopwith", version: parts.version ?? "0.0.0" },
    {
      capabilities: {
        tools: { listChanged: true },
        // A tool may tell its client something in passing.
        logging: {},
        ...(hasMore && {
          prompts: { listChanged: true },
          completions: {},
          resources: { listChanged: true, subscribe: true },
        }),
      },
      ...(config.instructions !== undefined && { instructions: config.instructions }),
      requestState: { verify: (given, context) => state.verify(given, context) },
      inputRequired: { maxRounds: mostForms, roundTimeoutMs: formLifetimeMs },
    },
  );
  serveTools(mcp, served);
  if (hasMore) {
    servePrompts(mcp, served);
    serveResources(mcp, served);
  }
  skills?.catalog.attach(mcp);
  served.changes.follow(mcp);
  return mcp;
}

function serveTools({ server }: McpServer, served: ServedProject): void {
  const workflows = workflowToolsOf(served.runs.workflows, served.config.inputs);
  const taint = createTaint();
  const runs = [...workflows.values()].map(({ listed }) => listed);
  server.setRequestHandler("tools/list", (_request, context) => {
    const caller = callerOf(server, context);
    const tools = listServedTools(served, caller);
    return { tools: [...tools, ...runs, ...(runs.length > 0 ? [resumeToolOf(served.config)] : [])] };
  });
  server.setRequestHandler("tools/call", async ({ params }, context) => {
    const caller = callerOf(server, context);
    const call: McpCall = { caller, input: params.arguments ?? {}, context, taint, server };
    const answer = await served.runs.track(answerCall(params.name, call));
    return "inputRequests" in answer ? answer : server.projectCallToolResult(answer as CallToolResult, undefined);
  });

  async function answerCall(name: string, call: McpCall): Promise<McpAnswer> {
    const workflow = workflows.get(name);
    const tool = workflow ? undefined : findServedTool(served, call.caller, name);
    const isResume = name === RESUME_TOOL && workflows.size > 0;
    if (!workflow && !tool && !isResume) throw unknownTool(name);
    try {
      if (workflow) return await runWorkflow(served, workflow, call);
      return tool ? await callTool(served, tool, call) : await resumeWorkflow(served, call);
    } catch (error) {
      if (error instanceof ProtocolError) throw error;
      served.notice(`Tool ${name}: ${messageOf(error)}`);
      return errorResult(`${name} could not be called: something failed inside the server.`);
    }
  }
}
