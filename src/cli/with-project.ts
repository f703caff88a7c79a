import type { McpNotice } from "../mcp/client/mcp-servers.ts";
import { openProject, type OpenProjectOptions, type Project } from "../project/open-project.ts";
import type { BreakersNotice } from "../project/share-breakers.ts";
import type { Terminal } from "./terminal.ts";
import { visibleLine } from "./view-text.ts";
import { writeDiagnostics } from "./write-diagnostics.ts";

/** Who is told of what happens to MCP servers. */
export type ProjectListeners = Pick<OpenProjectOptions, "onNotice" | "openPage" | "patient">;

/**
 * Opens the project of the terminal's folder for one piece of work, and closes it after. What people should know of MCP
 * servers, of shared breakers and of the registry goes to stderr, unless somebody else listens.
 */
export async function withProject<T>(
  terminal: Terminal,
  work: (project: Project) => Promise<T>,
  listeners: ProjectListeners = {},
): Promise<T> {
  const project = await openProject({
    cwd: terminal.folder,
    onNotice: noticeWriter(terminal),
    onBreakersNotice: breakersNoticeWriter(terminal),
    onRegistryNotice: (message) => terminal.writeError(`! ${message}\n`),
    ...listeners,
  });
  writeDiagnostics(terminal, project.settings.warnings ?? []);
  try {
    return await work(project);
  } finally {
    await project.close();
  }
}

/** Writes what people should know of MCP servers to stderr, but for what a run tells them. */
export function noticeWriter(terminal: Terminal): (notice: McpNotice) => void {
  return ({ server, level, message, inRun }) => {
    if (!inRun) terminal.writeError(`${level === "warning" ? "! " : ""}MCP server ${server}: ${message}\n`);
  };
}

/** Writes what people should know of shared breakers to stderr. A reason may be the words of whatever answers there. */
export function breakersNoticeWriter(terminal: Terminal): (notice: BreakersNotice) => void {
  return ({ level, message }) =>
    terminal.writeError(`${level === "warning" ? "! " : ""}Breakers: ${visibleLine(message)}\n`);
}
