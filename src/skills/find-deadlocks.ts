import type { Diagnostic } from "../base/errors.ts";
import { banCovers } from "./ban-covers.ts";
import type { SopBan } from "./sop-ban.ts";
import type { SopCondition, SopTest } from "./sop-condition.ts";
import * as faults from "./sop-diagnostics.ts";
import type { Locate } from "./sop-place.ts";
import { plainTool } from "./sop-roles.ts";
import type { Sop, SopStep } from "./sop.ts";

/**
 * Steps whose tools are forbidden until something is known that comes only after them: "never `a/b` while step a is not
 * done", where `a/b` is what serves step a. Looked for from the start of a run: a step can be done when its conditions
 * ask about such steps only, until no further step can.
 */
export function findDeadlocks(sop: Sop, locate: Locate): Diagnostic[] {
  const bans = (sop.never ?? []).filter((ban) => ban.when !== undefined);
  if (bans.length === 0 || bans.length > maxBans) return [];
  const steps = sop.steps.filter((step) => step.tools.length > 0 && step.level !== "must-not");
  const reached = new Set<string>();
  for (let round = 0, grows = true; grows; round += 1) {
    if (round > maxRounds) return [];
    const found = steps.filter((step) => !reached.has(step.id) && isReached(step, { bans, reached }));
    for (const { id } of found) reached.add(id);
    grows = found.length > 0;
  }
  return steps.flatMap((step) => {
    const ban = reached.has(step.id) ? undefined : stuckBan(step, { bans, reached });
    return ban ? [faults.stepDeadlocked(locate(step), step.id, ban)] : [];
  });
}

interface Reach {
  readonly bans: readonly SopBan[];
  readonly reached: ReadonlySet<string>;
}

function isReached(step: SopStep, reach: Reach): boolean {
  const conditions = [step.after, step.when].filter((condition) => condition !== undefined);
  return conditions.every((part) => canBe(true, part, reach.reached)) && stuckBan(step, reach) === undefined;
}

/** The ban that keeps the first tool of a step, if every tool of it is kept by one. */
function stuckBan(step: SopStep, { bans, reached }: Reach): SopBan | undefined {
  const found = step.tools.map((tool) => {
    return bans.find((ban) => {
      return plainTool(ban.tool) === plainTool(tool) && banCovers(ban, step) && !canBe(false, ban.when!, reached);
    });
  });
  return found.every((ban) => ban !== undefined) ? found[0] : undefined;
}

/** Whether a condition can come to this answer while only the steps reached so far tell anything. */
function canBe(wanted: boolean, condition: SopCondition, reached: ReadonlySet<string>): boolean {
  if ("not" in condition) return canBe(!wanted, condition.not, reached);
  if ("step" in condition) return tells(condition, reached);
  const parts = "all" in condition ? condition.all : condition.any;
  const needsEvery = "all" in condition === wanted;
  return needsEvery
    ? parts.every((part) => canBe(wanted, part, reached))
    : parts.some((part) => canBe(wanted, part, reached));
}

function tells({ step, is }: SopTest, reached: ReadonlySet<string>): boolean {
  return is === "skipped" || reached.has(step);
}

/** Each round adds steps that ask about those of the rounds before. A hostile file must not take long. */
const maxRounds = 200;
const maxBans = 100;
