import type { Diagnostic } from "../base/errors.ts";

/** One thing that was looked at. */
export interface DoctorCheck {
  readonly name: string;
  /** `error`: runs will not work. `warning`: something is worth a look. */
  readonly status: "ok" | "warning" | "error";
  readonly message: string;
  readonly diagnostics: readonly Diagnostic[];
}

/** What came of looking at one thing. */
export type Finding = Omit<DoctorCheck, "name">;

/** A finding, with what is wrong in files. */
export function finding(status: Finding["status"], message: string, diagnostics: readonly Diagnostic[] = []): Finding {
  return { status, message, diagnostics };
}

/** The finding for faults of files: the worst of them decides. */
export function findingOf(message: string, faults: readonly Diagnostic[]): Finding {
  const broken = faults.some((fault) => fault.severity === "error");
  return finding(broken ? "error" : faults.length > 0 ? "warning" : "ok", message, faults);
}
