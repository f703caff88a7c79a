import type { McpServed, ServeMcpOptions } from "../mcp/server/mcp-served.ts";
import type { ServedWorkflow } from "../mcp/server/serve-parts.ts";
import type { Project } from "../project/open-project.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";
import { EXIT, exitCodeOfError } from "./exit-code.ts";
import { readVersion } from "./read-version.ts";
import { withStopSignals } from "./stop-signals.ts";
import type { Terminal } from "./terminal.ts";
import { countOf } from "./view-text.ts";
import { writeDiagnostics } from "./write-diagnostics.ts";

/** `sopwith mcp serve`: serves the project to one client over stdio, or to many over HTTP, until they go or it is stopped. */
export async function serveProject(args: CommandArguments, terminal: Terminal): Promise<number> {
  const overHttp = args.has("http");
  const { guardStdout } = await import("../mcp/server/guard-stdout.ts");
  const stdout = overHttp ? undefined : guardStdout();
  const { openProject } = await import("../project/open-project.ts");
  const say = (message: string): void => terminal.writeError(`${message}\n`);
  const onNotice: NonNullable<Parameters<typeof openProject>[0]>["onNotice"] = ({ server, message }) =>
    say(`MCP server ${server}: ${message}`);
  const project = await openProject({
    cwd: terminal.folder,
    holdSkills: true,
    onNotice,
    onBreakersNotice: ({ message }) => say(`Breakers: ${message}`),
    onRegistryNotice: say,
  });
  try {
    const code = await withStopSignals(terminal, async (signal) => {
      const stdio = stdout && { stdin: process.stdin, stdout };
      const { served, end } = await serve(project, args, {
        terminal,
        overHttp,
        onNotice: say,
        ...(stdio && { stdio }),
      });
      const { keepDeadlines } = await import("../project/keep-deadlines.ts");
      const deadlines = keepDeadlines(project, { onNotice: say, drain: signal });
      try {
        await untilEnd(served, signal);
      } finally {
        await Promise.race([deadlines.close(), longestClose()]);
        await served.close();
        end();
      }
      return signal.aborted ? EXIT.stopped : EXIT.completed;
    });
    await Promise.race([project.close(), longestClose()]);
    // Nobody is served any more, so a timer of one of the project's modules must not keep the process.
    process.exit(code);
  } catch (error) {
    await project.close();
    // Not before it was said why.
    setImmediate(() => process.exit(exitCodeOfError(error)));
    throw error;
  }
}

/** The host that started the server does not wait for long; child processes go with the process. */
function longestClose(): Promise<void> {
  return new Promise((resolve) => void setTimeout(resolve, 1000).unref());
}

async function serve(
  project: Project,
  args: CommandArguments,
  { terminal, ...options }: Pick<ServeMcpOptions, "overHttp" | "onNotice" | "stdio"> & { readonly terminal: Terminal },
): Promise<{ readonly served: McpServed; readonly end: () => void }> {
  const chosen = chosenParts(project, args);
  const [{ serveMcp }, { openServedTools }, { openGovernedStore }, { viewMessage }] = await Promise.all([
    import("../mcp/server/serve-mcp.ts"),
    import("../project/served-tools.ts"),
    import("../project/open-governed-store.ts"),
    import("../project/registry/registry-view.ts"),
  ]);
  const { registry, end } = await openServedTools(project, chosen.tools ?? []);
  await project.shareBreakers();
  const behind = viewMessage((await project.registry()).view());
  if (behind !== undefined) options.onNotice?.(behind);
  const parts = {
    registry,
    workflows: await servedWorkflows(project, args.value("rehearsal"), terminal),
    skills: await project.skills(),
    laterNamespaces: (await project.servers()).names,
    ...(await openGovernedStore(project)),
    locale: project.settings.locale,
    version: await readVersion(),
  };
  const served = await serveMcp(parts, { ...chosen, ...options });
  const { tools, workflows, skills } = served.summary;
  const where = served.url ?? "stdin and stdout";
  const what = `${countOf(tools, "tool")}, ${countOf(workflows, "workflow")} and ${countOf(skills, "skill")}`;
  options.onNotice?.(`serving ${what} over ${where}`);
  return { served, end };
}

/** The config's words, and those of the command line over them. */
function chosenParts({ settings }: Project, args: CommandArguments): ServeMcpOptions {
  const config = settings.mcpServe ?? {};
  const list = (option: string): readonly string[] | undefined =>
    args
      .value(option)
      ?.split(/[\s,]+/)
      .filter((name) => name !== "");
  const [tools, workflows, skills] = [list("tools"), list("workflows"), list("skills")];
  return {
    ...config,
    ...(tools && { tools }),
    ...(workflows && { workflows }),
    ...(skills && { skills }),
    http: { ...config.http, ...httpParts(args) },
  };
}

function httpParts(args: CommandArguments): NonNullable<ServeMcpOptions["http"]> {
  const [port, host] = [args.value("http"), args.value("host")];
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    throw usageError(`--http is "${port}", which is no port.`, "Write: --http 3333 (or 0 for any free one)");
  return { ...(port !== undefined && { port: Number(port) }), ...(host !== undefined && { host }) };
}

/** Their runners are made when they are first called. A rehearsal plays the model of those that have one of the name. */
async function servedWorkflows(
  project: Project,
  rehearsal: string | undefined,
  terminal: Terminal,
): Promise<ServedWorkflow[]> {
  const { workflows, diagnostics } = await project.workflows();
  // A file that is broken is not served, and keeps the others from nothing.
  writeDiagnostics(terminal, diagnostics);
  return workflows.map((found) => ({
    workflow: found.workflow,
    // A rehearsal plays one run.
    fresh: rehearsal !== undefined,
    open: async (run) => {
      const [{ openRunner }, { findRehearsal }] = await Promise.all([
        import("../project/open-runner.ts"),
        import("../project/find-rehearsal.ts"),
      ]);
      // As the process that began it did.
      if (run) return openRunner(project, found, { rehearsal: run.rehearsal, run: run.id });
      const file = rehearsal === undefined ? undefined : await findRehearsal(found, rehearsal);
      return openRunner(project, found, { rehearsal: file });
    },
  }));
}

async function untilEnd(served: McpServed, signal: AbortSignal): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  const onStop = (): void => stopped.resolve();
  signal.addEventListener("abort", onStop, { once: true });
  await Promise.race([served.closed, stopped.promise]);
  signal.removeEventListener("abort", onStop);
}
