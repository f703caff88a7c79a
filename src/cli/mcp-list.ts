import { formatDiagnostic } from "../base/errors.ts";
import { toShownTool } from "../tools/shown-tool.ts";
import { toolTokens } from "../workflow/tool-shelf.ts";
import { reviewServers, type ServerReview } from "../project/servers/review-servers.ts";
import { EXIT } from "./exit-code.ts";
import { formatTable } from "./format-table.ts";
import { fromFolder } from "./from-folder.ts";
import { headerRow } from "./header-row.ts";
import type { McpAction } from "./mcp-action.ts";
import { createPaint, type Paint } from "./paint.ts";
import { serverLines } from "./view-server.ts";

/** `sopwith mcp list`: starts those that may be started, and says how each stands and what its tools cost. */
export const listServers: McpAction = async (project, args, terminal) => {
  const servers = await project.servers();
  const reviews = await reviewServers(servers);
  if (args.has("json")) {
    const listed = reviews.map((review) => ({ ...toJson(review), file: servers.files.get(review.name) }));
    terminal.write(`${JSON.stringify({ servers: listed, diagnostics: servers.diagnostics })}\n`);
    return EXIT.completed;
  }
  const paint = createPaint(terminal.colour);
  if (reviews.length === 0)
    terminal.write("No MCP servers. Add one with: npx sopwith mcp add <name> -- <command...>\n");
  else {
    const head = headerRow(terminal, ["server", "state", "protocol", "tools", "waiting", "tokens", "started with"]);
    terminal.write(
      formatTable([...head, ...reviews.map((review) => row(review, paint))], { width: terminal.columns, gives: 6 }),
    );
    for (const review of reviews) for (const line of serverLines(review, paint)) terminal.write(`${line}\n`);
  }
  for (const fault of servers.diagnostics)
    terminal.writeError(`${fromFolder(formatDiagnostic(fault), terminal.folder)}\n`);
  return EXIT.completed;
};

function row(review: ServerReview, paint: Paint): string[] {
  const { name, state, start } = review;
  const tone = state.status === "ready" ? "good" : state.status === "disabled" ? "faint" : "bad";
  const word = state.code === "MCP_NOT_ACCEPTED" ? "not agreed to" : state.status;
  return [
    name,
    paint(tone, word),
    state.protocol ?? "-",
    String(state.tools.length),
    String(state.quarantined.length + review.skills.filter(({ verdict }) => verdict !== "removed").length),
    String(tokensOf(review)),
    start.text,
  ];
}

/** About how much of each request to a model the server's tools take, where all of them are told. */
function tokensOf({ tools }: ServerReview): number {
  return toolTokens(tools.map((tool) => toShownTool(tool, { agent: "" })));
}

function toJson(review: ServerReview): object {
  const { name, state, start, changes, skills } = review;
  return { ...state, name, start, waiting: changes, skills, tokens: tokensOf(review) };
}
