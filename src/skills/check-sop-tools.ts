import type { Diagnostic } from "../base/errors.ts";
import type { Locate } from "./sop-place.ts";
import type { KnownTools } from "./known-tools.ts";
import type { SopArgument } from "./sop-argument.ts";
import { testsOf } from "./sop-condition.ts";
import * as faults from "./sop-diagnostics.ts";
import { plainTool } from "./sop-roles.ts";
import type { Sop, SopStep } from "./sop.ts";

/** Names of tools and arguments in an SOP that the tools of a workflow do not have. */
export function checkSopTools(sop: Sop, known: KnownTools, locate: Locate): Diagnostic[] {
  const names = new Set(known.names);
  const byId = new Map(sop.steps.toReversed().map((step) => [step.id, step]));
  const users = [
    ...sop.steps.map((step) => ({ ...step, args: [...(step.args ?? []), ...comparedArguments(step)] })),
    ...(sop.never ?? []).map(({ tool, args = [], line, column }) => ({ tools: [tool], args, line, column })),
  ];
  return users.flatMap(({ tools, args, line, column }) => {
    const place = locate({ line, ...(column === undefined ? {} : { column }) });
    const unknown = tools.filter((tool) => !isKnown(tool, names) && known.isExpected?.(plainTool(tool)) !== true);
    return [
      ...unknown.map((tool) => faults.toolUnknown(place, tool, known.names)),
      ...args.flatMap((argument) => checkArgument({ argument, tools, byId, known }, locate)),
    ];
  });
}

/** What `times.per` counts by, and what the calls of `after` must share. */
function comparedArguments({ times, after, line, column }: SopStep): readonly SopArgument[] {
  const place = { line, ...(column === undefined ? {} : { column }) };
  const counted =
    times?.per === undefined
      ? []
      : [{ name: times.per, ...(times.each === undefined ? {} : { sameAs: times.each }), ...place }];
  const shared = (after ? testsOf(after) : []).flatMap(({ step, same = [], ...test }) =>
    same.map((name) => ({
      name,
      sameAs: step,
      ...place,
      ...(test.line === undefined ? {} : { line: test.line }),
      ...(test.column === undefined ? {} : { column: test.column }),
    })),
  );
  return [...counted, ...shared];
}

interface ArgumentParts {
  readonly argument: SopArgument;
  readonly tools: readonly string[];
  readonly byId: ReadonlyMap<string, SopStep>;
  readonly known: KnownTools;
}

function checkArgument({ argument, tools, byId, known }: ArgumentParts, locate: Locate): Diagnostic[] {
  const source = argument.sameAs === undefined ? undefined : byId.get(argument.sameAs);
  const sourceName = argument.argument ?? argument.name;
  const asked = [
    ...tools.map((tool) => ({ tool, name: argument.name })),
    ...(source?.tools ?? []).map((tool) => ({ tool, name: sourceName })),
  ];
  return asked.flatMap(({ tool, name }) => {
    const takes = known.argumentsOf(plainTool(tool));
    const [first] = name.split(".");
    if (takes === undefined || first === undefined || takes.includes(first)) return [];
    return [faults.argumentUnknown(locate(argument), { name: first, tool, known: takes })];
  });
}

/** The tools that every node has by itself are always known. */
function isKnown(tool: string, names: ReadonlySet<string>): boolean {
  return names.has(plainTool(tool)) || /^(?:sop|user|skill|node|tool)\//.test(tool);
}
