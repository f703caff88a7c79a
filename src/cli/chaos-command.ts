import { readFile } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { isPlainObject, type JsonObject } from "../base/json.ts";
import { joinNames, nearestNames } from "../base/names.ts";
import type { FaultPlan } from "../model/fault-plan.ts";
import type { Drill } from "../project/chaos/drill.ts";
import type { ToolDrillOptions } from "../project/chaos/drill-tool.ts";
import { openProject, type Project } from "../project/open-project.ts";
import { usageError } from "./cli-errors.ts";
import type { CommandAction, CommandArguments } from "./command.ts";
import { EXIT } from "./exit-code.ts";
import { createPaint } from "./paint.ts";
import type { Terminal } from "./terminal.ts";
import { cutColumns } from "./view-text.ts";
import { noticeWriter } from "./with-project.ts";

/** `sopwith chaos`: puts faults into tools and says what the model saw, the way it took, and what must not be. */
export const chaosCommand: CommandAction = async (args, terminal) => {
  // Drills leave nothing in the project's own store.
  const { createMemoryStore } = await import("../store/memory-store.ts");
  const project = await openProject({
    cwd: terminal.folder,
    store: createMemoryStore(),
    onNotice: noticeWriter(terminal),
  });
  try {
    const drills = await runDrills(project, args, terminal);
    if (args.has("json")) terminal.write(`${JSON.stringify(drills)}\n`);
    else writeDrills(drills, terminal);
    return drills.every(({ faults }) => faults.length === 0) ? EXIT.completed : EXIT.failed;
  } finally {
    await project.close();
  }
};

async function runDrills(project: Project, args: CommandArguments, terminal: Terminal): Promise<readonly Drill[]> {
  const [name = ""] = args.words;
  const plan = await readPlan(args, terminal);
  const { workflows } = await project.workflows();
  const found = workflows.find(({ workflow }) => workflow.name === name);
  if (found) {
    const { drillWorkflow } = await import("../project/chaos/drill-workflow.ts");
    return drillWorkflow(project, { found, plan, rehearsal: args.value("rehearsal") });
  }
  const registries = [
    await project.tools(),
    ...(await Promise.all(workflows.map(({ workflow }) => project.tools(workflow)))),
  ];
  const registry = registries.find((known) => known.has(name));
  if (!registry) {
    const known = [
      ...workflows.map(({ workflow }) => workflow.name),
      ...registries.flatMap((each) => each.list().map((tool) => tool.name)),
    ];
    const nearest = nearestNames(name, new Set(known));
    throw usageError(
      `There is no workflow and no tool "${name}".`,
      nearest.length > 0 ? `Did you mean ${joinNames(nearest, "or")}?` : "`npx sopwith tools list` shows the tools.",
    );
  }
  return drillOne(project, { registry, tool: registry.get(name)!, plan }, args);
}

/** Drills one tool for whom the command line says, where the rules let it. */
async function drillOne(
  project: Project,
  drilled: Pick<ToolDrillOptions, "registry" | "tool" | "plan">,
  args: CommandArguments,
): Promise<readonly Drill[]> {
  const { drillTool, findDrillRefusal } = await import("../project/chaos/drill-tool.ts");
  const { name } = drilled.tool;
  const user = args.value("user");
  const options = {
    ...drilled,
    seed: readSeed(args),
    input: readInput(args),
    real: args.has("real"),
    policies: project.settings.policies,
    caller: { ...toAgent(args.value("agent") ?? "chaos"), ...(user !== undefined && { user }) },
    approve: args.has("approve"),
    locale: project.settings.locale,
  };
  const refusal = findDrillRefusal(options);
  if (refusal?.kind === "denied")
    throw usageError(
      `The rules do not permit ${name} here: ${refusal.rule}.`,
      "Say for whom it is called: --agent <workflow>/<node> --user <id>",
    );
  if (refusal?.kind === "asks")
    throw usageError(
      `A person is asked before ${name} does its work: ${refusal.because}.`,
      "Add --approve to say yes.",
    );
  return drillTool(options);
}

/** `<workflow>/<node>`, or a node alone. */
function toAgent(name: string): { readonly node: string; readonly workflow?: string } {
  const slash = name.indexOf("/");
  return slash < 0 ? { node: name } : { workflow: name.slice(0, slash), node: name.slice(slash + 1) };
}

async function readPlan(args: CommandArguments, terminal: Terminal): Promise<FaultPlan | undefined> {
  const given = args.value("plan");
  if (given === undefined) return undefined;
  const file = resolve(terminal.folder, given);
  const { parseFaultPlan } = await import("../model/fault-plan.ts");
  const text = await readFile(file, "utf8").catch(() => {
    throw usageError(`The plan ${given} cannot be read.`, "Give the path of a YAML file.");
  });
  return parseFaultPlan(text, relative(terminal.folder, file));
}

function readSeed(args: CommandArguments): number | undefined {
  const seed = args.value("seed");
  if (seed === undefined) return undefined;
  if (!/^\d{1,10}$/.test(seed)) throw usageError(`--seed takes a whole number, not ${seed}.`, "Write: --seed 7");
  return Number(seed);
}

function readInput(args: CommandArguments): JsonObject | undefined {
  const text = args.value("input");
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (isPlainObject(value)) return value as JsonObject;
  } catch {
    // Said below, as for JSON that is no object.
  }
  throw usageError("--input is no JSON object.", `Write: --input '{"city":"Oslo"}'`);
}

function writeDrills(drills: readonly Drill[], terminal: Terminal): void {
  const paint = createPaint(terminal.colour);
  for (const { name, told, path, faults } of drills) {
    const verdict = faults.length === 0 ? paint("good", "passed") : paint("bad", "FAILED");
    terminal.write(`${paint("strong", name)}  ${verdict}\n  ${paint("faint", "path")}   ${path.join(", ")}\n`);
    for (const text of told)
      terminal.write(`  ${paint("faint", "model")}  ${cutColumns(text.replaceAll("\n", " "), 160)}\n`);
    for (const fault of faults) terminal.write(`  ${paint("bad", fault)}\n`);
  }
  const failed = drills.filter(({ faults }) => faults.length > 0).length;
  terminal.write(`${drills.length} drills, ${failed === 0 ? "all passed" : `${failed} failed`}.\n`);
}
