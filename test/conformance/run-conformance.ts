/**
 * Runs the protocol's own conformance suite against our server and our client, for both eras, with the network cut off
 * where the system lets us (Linux). A count of passed checks below `floor.json` is a failure too: a scenario that is
 * only left out passes as well. `--write-floor` writes the counts of a run without failures into that file.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openConformanceServer } from "./server.ts";
import {
  installedVersion,
  type Leg,
  requiredScenarios,
  type Revision,
  runLeg,
  runScenario,
  type ScenarioResult,
  SUITE_VERSION,
} from "./suite.ts";

const floorFile = join(import.meta.dirname, "floor.json");
const revisions: readonly Revision[] = ["2025-11-25", "2026-07-28"];
const skillScenarios = ["sep-2640-skills-enumeration", "sep-2640-skills-manifest", "sep-2640-skills-directory"];

/** What one run must come to. */
interface Floor {
  readonly scenarios: number;
  readonly checks: number;
}

interface Row extends Floor {
  readonly name: string;
  readonly red: readonly ScenarioResult[];
  readonly again: readonly string[];
}

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Runs this file once more without a network. `undefined`: it cannot be cut off here. */
function runWithoutNetwork(): number | undefined {
  const inside = [process.execPath, ...process.execArgv, ...process.argv.slice(1), "--inside"];
  const script = `ip link set lo up && exec "$@"`;
  const probe = spawnSync("unshare", ["-rn", "sh", "-c", "ip link set lo up"], { stdio: "ignore" });
  if (probe.status !== 0) return undefined;
  return spawnSync("unshare", ["-rn", "sh", "-c", script, "sh", ...inside], { stdio: "inherit" }).status ?? 1;
}

async function play(name: string, leg: Leg): Promise<Row> {
  const required = requiredScenarios(leg);
  const first = await runLeg(leg);
  const find = (scenario: string): ScenarioResult =>
    first.find((result) => result.scenario === scenario) ?? { scenario, passed: 0, failed: ["it did not run"] };
  return await playAgain({ name, leg, results: required.map(find) });
}

async function playSkills(name: string, leg: Leg): Promise<Row> {
  const results: ScenarioResult[] = [];
  for (const scenario of skillScenarios) results.push(await runScenario(leg, scenario));
  return await playAgain({ name, leg, results });
}

/** The suite runs its client scenarios all at once; one that failed counts once it has failed alone. */
async function playAgain(run: {
  readonly name: string;
  readonly leg: Leg;
  readonly results: readonly ScenarioResult[];
}): Promise<Row> {
  const again: string[] = [];
  const results: ScenarioResult[] = [];
  for (const result of run.results) {
    if (isGreen(result)) results.push(result);
    else {
      again.push(result.scenario);
      results.push(await runScenario(run.leg, result.scenario));
    }
  }
  const green = results.filter(isGreen);
  return {
    name: run.name,
    scenarios: green.length,
    checks: green.reduce((sum, { passed }) => sum + passed, 0),
    red: results.filter((result) => !isGreen(result)),
    again,
  };
}

function isGreen({ failed, passed }: ScenarioResult): boolean {
  return failed.length === 0 && passed > 0;
}

/** A fixture that answers anything would pass as well; ours does not know what it does not have. */
async function refusesUnknownTools(url: string): Promise<boolean> {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
  const client = new Client({ name: "conformance", version: "1" }, { versionNegotiation: { mode: "auto" } });
  await client.connect(new StreamableHTTPClientTransport(new URL(url)));
  try {
    await client.callTool({ name: "test_nothing", arguments: {} });
    return false;
  } catch (error) {
    return (error as { readonly code?: unknown }).code === -32_602;
  } finally {
    await client.close();
  }
}

async function playAll(): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const show = (row: Row): void => {
    const again = row.again.length > 0 ? `  alone: ${row.again.join(", ")}` : "";
    say(`${row.name.padEnd(20)} ${String(row.scenarios).padStart(9)} ${String(row.checks).padStart(7)}${again}`);
    rows.push(row);
  };
  say(`${"run".padEnd(20)} scenarios  checks`);
  const served = await openConformanceServer();
  try {
    const target = served.url!;
    if (!(await refusesUnknownTools(target))) throw new Error("the server takes tools that there are not");
    for (const revision of revisions) show(await play(`server ${revision}`, { role: "server", revision, target }));
    show(await playSkills("skills 2026-07-28", { role: "server", revision: "2026-07-28", target }));
  } finally {
    await served.close();
  }
  const node = `"${process.execPath}" --conditions=sopwith-source --disable-warning=ExperimentalWarning`;
  // Without exec a shell would stand between the suite and the client when the time is up.
  const target = `exec ${node} "${join(import.meta.dirname, "client.ts")}"`;
  for (const revision of revisions) show(await play(`client ${revision}`, { role: "client", revision, target }));
  return rows;
}

function judge(rows: readonly Row[]): readonly string[] {
  const floors = JSON.parse(readFileSync(floorFile, "utf8")) as Readonly<Record<string, Floor>>;
  return rows.flatMap(({ name, scenarios, checks, red }) => {
    const floor = floors[name];
    const faults = red.map(({ scenario, failed }) => `${name}: ${scenario} failed: ${failed.join("; ")}`);
    if (!floor) return [...faults, `${name}: it has no floor`];
    if (scenarios < floor.scenarios || checks < floor.checks)
      faults.push(
        `${name}: ${scenarios} scenarios with ${checks} checks, expected ${floor.scenarios} with ${floor.checks}`,
      );
    return faults;
  });
}

async function main(): Promise<number> {
  const version = installedVersion();
  if (version !== SUITE_VERSION) throw new Error(`the suite is ${version}, expected ${SUITE_VERSION}`);
  const isInside = process.argv.includes("--inside");
  const code = isInside ? undefined : runWithoutNetwork();
  if (code !== undefined) return code;
  say(
    `@modelcontextprotocol/conformance ${version}, network ${isInside ? "cut off" : "as it is: it cannot be cut off here"}`,
  );
  const rows = await playAll();
  const writesFloor = process.argv.includes("--write-floor") && rows.every(({ red }) => red.length === 0);
  if (writesFloor) {
    const floors = rows.map(({ name, scenarios, checks }) => [name, { scenarios, checks }] as const);
    writeFileSync(floorFile, `${JSON.stringify(Object.fromEntries(floors), null, 2)}\n`);
  }
  const faults = judge(rows);
  for (const fault of faults) say(fault);
  say(faults.length === 0 ? "Everything that is required passes." : "Not everything passes.");
  return faults.length === 0 ? 0 : 1;
}

process.exitCode = await main();
