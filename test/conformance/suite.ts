import { spawn } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { parse } from "yaml";

/** The suite's version; another one asks for other things. */
export const SUITE_VERSION = "0.2.0-alpha.12";

/** Who is looked at. */
export type Role = "server" | "client";

/** A revision of the protocol whose required scenarios are frozen. */
export type Revision = "2025-11-25" | "2026-07-28";

/** What was found of one scenario. */
export interface ScenarioResult {
  readonly scenario: string;
  readonly passed: number;
  readonly failed: readonly string[];
}

/** What is run. */
export interface Leg {
  readonly role: Role;
  readonly revision: Revision;
  /** Address of our server, or the command that starts our client. */
  readonly target: string;
}

const limitMs = 180_000;
const folder = dirname(createRequire(import.meta.url).resolve("@modelcontextprotocol/conformance/package.json"));

/** The version that is installed. */
export function installedVersion(): string {
  return (JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string }).version;
}

/** The scenarios that a revision requires of a role. */
export function requiredScenarios({ role, revision }: Leg): readonly string[] {
  const all = parse(readFileSync(join(folder, "requirements", `${revision}.yaml`), "utf8")) as Record<Role, string[]>;
  return all[role];
}

/** Runs all scenarios of a revision. */
export async function runLeg(leg: Leg): Promise<readonly ScenarioResult[]> {
  return await runSuite(leg, ["--requirements", leg.revision]);
}

/** Runs one scenario alone. One of an extension belongs to no revision. */
export async function runScenario(leg: Leg, scenario: string): Promise<ScenarioResult> {
  const isExtension = !requiredScenarios(leg).includes(scenario);
  const revision = isExtension ? [] : ["--spec-version", leg.revision];
  const results = await runSuite(leg, ["--scenario", scenario, ...revision]);
  return results.find((result) => result.scenario === scenario) ?? { scenario, passed: 0, failed: ["it did not run"] };
}

async function runSuite({ role, target }: Leg, which: readonly string[]): Promise<readonly ScenarioResult[]> {
  const out = mkdtempSync(join(tmpdir(), "conformance-"));
  const aim = role === "server" ? ["--url", target] : ["--command", target];
  try {
    const main = join(folder, "dist", "index.js");
    await run([main, role, ...aim, ...which, "--timeout", String(limitMs), "-o", out]);
    return globSync("**/checks.json", { cwd: out }).map((file) => readResult(role, out, file));
  } finally {
    rmSync(out, { recursive: true, force: true });
  }
}

/** Its exit code says less than the checks do, which it writes whatever they are. */
async function run(parts: readonly string[]): Promise<void> {
  const child = spawn(process.execPath, parts, { stdio: ["ignore", "ignore", "ignore"], detached: true });
  const killed = setTimeout(() => process.kill(-child.pid!, "SIGKILL"), limitMs * 2);
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => resolve());
  });
  clearTimeout(killed);
}

interface Check {
  readonly id: string;
  readonly status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  readonly errorMessage?: string;
}

/** `server-tools-list-2026-11-30T…/checks.json`, `auth/metadata-var1-2026-…/checks.json`. */
function readResult(role: Role, out: string, file: string): ScenarioResult {
  const folderName = dirname(file).replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, "");
  const scenario = role === "server" ? folderName.replace(/^server-/, "") : folderName;
  const checks = JSON.parse(readFileSync(join(out, file), "utf8")) as Check[];
  return {
    scenario,
    passed: checks.filter(({ status }) => status === "SUCCESS").length,
    failed: checks
      .filter(({ status }) => status === "FAILURE")
      .map(({ id, errorMessage = "" }) => `${id}: ${errorMessage}`.slice(0, 300)),
  };
}
