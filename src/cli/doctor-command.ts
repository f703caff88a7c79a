import { formatDiagnostic } from "../base/errors.ts";
import type { CommandAction } from "./command.ts";
import type { DoctorCheck } from "../project/doctor-check.ts";
import { runDoctor } from "../project/run-doctor.ts";
import { EXIT } from "./exit-code.ts";
import { fromFolder } from "./from-folder.ts";
import { createPaint, type Paint } from "./paint.ts";
import { indent } from "./view-text.ts";

/** `sopwith doctor`: checks the project and the machine; fails when something keeps runs from working. */
export const doctorCommand: CommandAction = async (args, terminal) => {
  const checks = await runDoctor(terminal.folder);
  if (args.has("json")) terminal.write(`${JSON.stringify(checks)}\n`);
  else {
    const paint = createPaint(terminal.colour);
    const width = Math.max(10, ...checks.map(({ name }) => name.length));
    for (const check of checks) terminal.write(`${fromFolder(checkLines(check, paint, width), terminal.folder)}\n`);
  }
  return checks.some((check) => check.status === "error") ? EXIT.failed : EXIT.completed;
};

function checkLines(check: DoctorCheck, paint: Paint, width: number): string {
  const signs = { ok: paint("good", "✓"), warning: paint("careful", "!"), error: paint("bad", "✗") };
  const faults = check.diagnostics.map((fault) => indent(formatDiagnostic(fault), 4));
  return [`${signs[check.status]} ${check.name.padEnd(width)} ${check.message}`, ...faults].join("\n");
}
