import { userInfo } from "node:os";
import { usageError } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { withStopSignals } from "./stop-signals.ts";
import { toolFacts } from "./view-tool.ts";
import { withProject } from "./with-project.ts";

/** `sopwith studio`: serves a page with runs, approvals, tools and the audit trail to a browser here, until it is stopped. */
export const studioCommand: CommandAction = (args, terminal) =>
  withProject(terminal, async (project) => {
    const { openStudio } = await import("../studio/open-studio.ts");
    const commandFile = process.argv[1] ?? "";
    const parts = { project, commandFile, describeTool: toolFacts };
    const studio = await openStudio(
      { ...parts, decider: args.value("by")?.trim() || userInfo().username, readOnly: args.has("read-only") },
      readPort(args),
    );
    try {
      return await withStopSignals(terminal, async (signal) => {
        if (args.has("json")) terminal.write(`${JSON.stringify({ url: studio.url })}\n`);
        else
          terminal.write(
            `${studio.url}\n\nThe address lets one browser in, once; keep it to yourself. Ctrl-C ends the studio.\n`,
          );
        await untilStopped(signal);
        return EXIT.stopped;
      });
    } finally {
      await studio.close();
    }
  });

function readPort(args: CommandArguments): number | undefined {
  const port = args.value("port");
  if (port === undefined) return undefined;
  if (/^\d{1,5}$/.test(port) && Number(port) <= 65_535) return Number(port);
  throw usageError(`--port is "${port}", which is no port.`, "Write: --port 4477 (or 0 for any free one)");
}

function untilStopped(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
