import { randomUUID } from "node:crypto";
import type { Awaitable } from "../base/awaitable.ts";
import type { JsonValue } from "../base/json.ts";
import type { Project } from "../project/open-project.ts";
import { loadInput } from "../project/run-input.ts";
import type { CallScope } from "../tools/call-scope.ts";
import { showHidden } from "../base/show-hidden.ts";
import type { RunEventBody } from "../trace/run-event.ts";
import { thrownLines } from "../trace/thrown-summary.ts";
import { toOutcomeMessage } from "../tools/outcome-message.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import type { Terminal } from "./terminal.ts";

/**
 * `sopwith tools call`: one call through the gateway, outside of any run: checked, permitted and confirmed as in one, and
 * really made. What the model would read is printed.
 */
export async function callTool(
  project: Project,
  name: string,
  { args, terminal }: { readonly args: CommandArguments; readonly terminal: Terminal },
): Promise<number> {
  const [{ openGateway }, registry, audit] = await Promise.all([
    import("../workflow/open-gateway.ts"),
    registryWith(project, name),
    openAudit(project),
    project.shareBreakers(),
  ]);
  const gateway = openGateway({ tools: registry, governance: await project.governance() });
  const id = `cli-${randomUUID()}`;
  const user = args.value("user");
  const scope: CallScope = {
    caller: { run: id, thread: id, node: args.value("agent") ?? "cli", ...(user !== undefined && { user }) },
    locale: project.settings.locale,
    ...audit.scope,
    emit: (event) => showThrown(event, terminal),
    confirmation: () => (args.has("approve") ? { approved: true, by: "the command line" } : undefined),
  };
  const outcome = await gateway.call({ callId: id, tool: name, input: await readInput(args) }, scope);
  await audit.flush();
  if (args.has("json")) terminal.write(`${JSON.stringify(outcome)}\n`);
  else terminal.write(`${toOutcomeMessage(forPeople(outcome), scope.locale)}\n`);
  if (outcome.status === "needs_confirmation" && !args.has("json"))
    terminal.writeError("Add --approve to say yes to it.\n");
  return exitCode(outcome);
}

/** While debugging, what each attempt threw, also that of a tool whose fallback answered. */
function showThrown(event: RunEventBody, terminal: Terminal): void {
  const isEnd = event.type === "tool-result" || (event.type === "tool-attempt" && event.nextInMs !== undefined);
  if (!isEnd || event.thrown === undefined) return;
  const lines = thrownLines(event.thrown).map((line) => showHidden(line));
  terminal.writeError(`${event.tool}: ${lines.join("\n  ")}\n`);
}

/** Whoever sits at the terminal may know of all tools. */
function forPeople(outcome: ToolOutcome): ToolOutcome {
  if (outcome.status !== "denied") return outcome;
  const { unseen: _unseen, ...seen } = outcome;
  return seen;
}

/** What a run gives its calls: the record of all calls, and the values that nobody may see. */
async function openAudit(project: Project): Promise<{
  readonly scope: Pick<CallScope, "audit" | "secrets">;
  readonly flush: () => Awaitable<void>;
}> {
  const [{ createAuditTrail }, { createMask }, { createSecretFilter }, governance, store] = await Promise.all([
    import("../workflow/audit-trail.ts"),
    import("../tools/mask-personal-data.ts"),
    import("../tools/secret-filter.ts"),
    project.governance(),
    project.store(),
  ]);
  const secrets = createSecretFilter(governance.secrets ?? []);
  const trail = createAuditTrail({ store, secrets, ...(governance.mask && { mask: createMask(governance.mask) }) });
  return { scope: { audit: trail.record, ...(secrets && { secrets }) }, flush: () => trail.flush() };
}

function exitCode({ status }: ToolOutcome): number {
  if (status === "ok") return EXIT.completed;
  return status === "needs_confirmation" ? EXIT.waiting : EXIT.failed;
}

/** The config's tools and those of the MCP server of this name, else those of the first workflow that brings this one. */
async function registryWith(project: Project, name: string): ReturnType<Project["tools"]> {
  const { names } = await project.servers();
  const own = await project.tools(undefined, { servers: names.filter((server) => name.startsWith(`${server}/`)) });
  if (own.resolve(name)) return own;
  const { workflows } = await project.workflows();
  for (const { workflow } of workflows) {
    const registry = await project.tools(workflow, { servers: [] });
    if (registry.resolve(name)) return registry;
  }
  return own;
}

/** JSON on the command line, or a file of it. */
async function readInput(args: CommandArguments): Promise<JsonValue> {
  const [, , text] = args.words;
  const file = args.value("input");
  if (text !== undefined && file !== undefined)
    throw usageError("Both JSON and --input are given.", "Give one of them.");
  if (file !== undefined) return loadInput(file);
  if (text === undefined) return {};
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    throw usageError(
      `The arguments are no JSON: ${error instanceof Error ? error.message : "they cannot be read"}.`,
      `Write: npx sopwith tools call <name> '{"key": "value"}'`,
    );
  }
}
