import type { Diagnostic } from "../base/errors.ts";
import { acceptCommand } from "../mcp/trust/trust-errors.ts";
import { type DoctorCheck, findingOf } from "./doctor-check.ts";
import type { ProjectServers } from "./servers/project-servers.ts";
import { reviewServers, type ServerReview } from "./servers/review-servers.ts";

/** Starts the MCP servers that may be started, and says of each whether its tools can be called. */
export async function serverChecks(servers: ProjectServers): Promise<DoctorCheck[]> {
  const reviews = await reviewServers(servers);
  return reviews.map((review) => ({
    name: `mcp ${review.name}`,
    ...findingOf(summary(review), [
      ...servers.diagnostics.filter(({ where }) => where?.file === servers.files.get(review.name)),
      ...faultsOf(review, servers.files.get(review.name)),
    ]),
  }));
}

function summary({ state, start }: ServerReview): string {
  if (state.status === "disabled") return "disabled";
  if (state.code === "MCP_NOT_ACCEPTED") return `not agreed to: ${start.text}`;
  if (state.status !== "ready") return `${state.status}: ${start.text}`;
  const tools = state.tools.length === 1 ? "1 tool" : `${state.tools.length} tools`;
  return `${tools}, protocol ${state.protocol ?? "not known"}`;
}

function faultsOf({ name, state, changes, skills }: ServerReview, file: string | undefined): Diagnostic[] {
  const where = file === undefined ? {} : { where: { file } };
  const warning = (code: string, message: string, fix?: string): Diagnostic => ({
    code,
    severity: "warning",
    message,
    ...where,
    ...(fix !== undefined && { fix }),
  });
  const problem: Diagnostic[] =
    state.status === "ready" || state.status === "disabled"
      ? []
      : // Runs go on without its tools, and say so.
        [warning(state.code ?? "MCP_UNREACHABLE", state.problem ?? "It was not ready in time.")];
  const waiting = changes.map((tool) =>
    warning(
      "MCP_TOOL_QUARANTINED",
      tool.verdict === "removed"
        ? `The tool ${name}/${tool.name} was agreed to and is not there any more.`
        : `The tool ${name}/${tool.name} is ${tool.verdict} and cannot be called before somebody agrees.`,
      acceptCommand(name, [tool.name]),
    ),
  );
  const waitingSkills = skills.map((skill) =>
    warning(
      "MCP_SKILL_QUARANTINED",
      skill.verdict === "removed"
        ? `The skill ${name}/${skill.name} was agreed to and is not there any more.`
        : `The skill ${name}/${skill.name} is ${skill.verdict} and is not used before somebody agrees.`,
      acceptCommand(name, [skill.name]),
    ),
  );
  const notes = [...state.dropped, ...state.flagged].map((note) =>
    warning("MCP_TOOL_DOUBTFUL", `${name}/${note.name}: ${note.reason}`),
  );
  return [...problem, ...waiting, ...waitingSkills, ...notes];
}
