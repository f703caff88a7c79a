import type { Diagnostic } from "../base/errors.ts";
import { joinNames, nearestNames } from "../base/names.ts";
import type { SourceLocation } from "../base/source-location.ts";

/** Where a fault stands; an SOP that was not read from a file has no places. */
type Where = SourceLocation | undefined;

/** The block's text is no YAML that can be used. `reason` completes "it". */
export function blockUnreadable(where: Where, reason: string): Diagnostic {
  return fault("SOP_BLOCK_YAML", where, {
    message: `The sop block cannot be read: ${reason}`,
    fix: "Mend the line; `steps:` holds a list, and every step is a mapping with an id and a tool.",
  });
}

/** A second block, or one that is never closed. */
export function blockMisplaced(where: Where, reason: string): Diagnostic {
  return fault("SOP_BLOCK_FENCE", where, {
    message: `The sop block cannot be used: ${reason}.`,
    fix: "Keep one block in the file, between ```sop and ``` on lines of their own.",
  });
}

/** A key that means nothing here. */
export function keyUnknown(where: Where, key: string, known: readonly string[]): Diagnostic {
  const meant = synonyms.get(key) ?? nearestNames(key, known, 1)[0];
  return fault("SOP_KEY_UNKNOWN", where, {
    message: `The key "${key}" means nothing here.`,
    fix: meant !== undefined && known.includes(meant) ? `Write "${meant}".` : `Known here are ${joinNames(known)}.`,
  });
}

/** A value of the wrong form. */
export function valueWrong(where: Where, what: string, seen: string): Diagnostic {
  return fault("SOP_VALUE", where, { message: `Seen ${seen} where ${what} is expected.`, fix: `Write ${what}.` });
}

/** A condition that cannot be asked. */
export function predicateWrong(where: Where, reason: string, fix: string): Diagnostic {
  return fault("SOP_PREDICATE", where, { message: `The condition ${reason}.`, fix });
}

/** A name of a step that is none. */
export function stepUnknown(where: Where, id: string, known: readonly string[]): Diagnostic {
  const near = nearestNames(id, known, 1)[0];
  const all = known.length === 0 ? "There is no step." : `The steps are ${joinNames(known.slice(0, 20))}.`;
  return fault("SOP_STEP_UNKNOWN", where, {
    message: `There is no step "${id}".`,
    fix: near === undefined ? all : `Write "${near}".`,
  });
}

/** Two steps of one id. */
export function stepRepeated(where: Where, id: string, firstLine: number): Diagnostic {
  return fault("SOP_STEP_REPEATED", where, {
    message: `The step "${id}" stands twice; the first is on line ${firstLine}.`,
    fix: "Give this one an id of its own.",
  });
}

/** Steps that wait for each other. */
export function stepCycle(where: Where, ids: readonly string[]): Diagnostic {
  return fault("SOP_CYCLE", where, {
    message: `The steps wait for each other: ${ids.join(" -> ")}.`,
    fix: "Take one of these out of the other's after, when or args.",
  });
}

/** A condition over a step that no call can serve. */
export function stepWithoutTool(where: Where, id: string): Diagnostic {
  return fault("SOP_STEP_NO_TOOL", where, {
    message: `The step "${id}" has no tool, so nothing tells what became of it.`,
    fix: `Give "${id}" a tool, or take it out of the condition.`,
  });
}

/** A step that no call can ever serve. `reason` completes "because". */
export function stepUnreachable(where: Where, id: string, reason: string): Diagnostic {
  return fault("SOP_UNREACHABLE", where, {
    message: `The step "${id}" can never be done, because ${reason}.`,
    fix: "Change its condition, or take the step out.",
  });
}

/** A step asks for what a ban forbids. */
export function stepForbidden(
  where: Where,
  id: string,
  ban: { readonly tool: string; readonly line: number },
): Diagnostic {
  return fault("SOP_CONTRADICTION", where, {
    message: `The step "${id}" asks for ${ban.tool}, which line ${ban.line} forbids.`,
    fix: "Take one of the two out, or give the ban a when.",
  });
}

/** A step whose tool is forbidden until the step has told something. */
export function stepDeadlocked(
  where: Where,
  id: string,
  ban: { readonly tool: string; readonly line: number },
): Diagnostic {
  return fault("SOP_UNREACHABLE", where, {
    message: `The step "${id}" can never be done, because line ${ban.line} forbids ${ban.tool} until something is known that comes only after "${id}".`,
    fix: "Write times: { atMost: 1 } at the step to forbid a second call, or after to order steps.",
  });
}

/** A tool that nobody brings. */
export function toolUnknown(where: Where, tool: string, known: readonly string[]): Diagnostic {
  const near = nearestNames(tool, known, 1)[0];
  return fault("SOP_TOOL_UNKNOWN", where, {
    message: `There is no tool "${tool}".`,
    fix: near === undefined ? "Name a tool that the workflow brings." : `Write "${near}".`,
  });
}

/** An argument that the tool does not take. */
export function argumentUnknown(
  where: Where,
  argument: { readonly name: string; readonly tool: string; readonly known: readonly string[] },
): Diagnostic {
  const near = nearestNames(argument.name, argument.known, 1)[0];
  const takes = argument.known.length === 0 ? "It takes none." : `It takes ${joinNames(argument.known)}.`;
  return fault("SOP_ARGUMENT_UNKNOWN", where, {
    message: `${argument.tool} takes no argument "${argument.name}".`,
    fix: near === undefined ? takes : `Write "${near}".`,
  });
}

/** Block and prose tell different things. `message` is a whole sentence. */
export function proseDiffers(where: Where, message: string): Diagnostic {
  return {
    ...fault("SOP_PROSE_DIFFERS", where, { message, fix: "Say the same in both; the block is what is checked." }),
    severity: "warning",
  };
}

interface Words {
  readonly message: string;
  readonly fix: string;
}

function fault(code: string, where: Where, words: Words): Diagnostic {
  return { code, severity: "error", message: words.message, ...(where ? { where } : {}), fix: words.fix };
}

/** Words that people try first, with what is meant. */
const synonyms: ReadonlyMap<string, string> = new Map([
  ["and", "all"],
  ["or", "any"],
  ["needs", "after"],
  ["requires", "after"],
  ["depends_on", "after"],
  ["dependsOn", "after"],
  ["if", "when"],
  ["name", "id"],
  ["arguments", "args"],
  ["input", "args"],
  ["regex", "matches"],
  ["pattern", "matches"],
  ["equal", "equals"],
  ["eq", "equals"],
  ["gt", "above"],
  ["gte", "atLeast"],
  ["lt", "below"],
  ["lte", "atMost"],
  ["min", "atLeast"],
  ["max", "atMost"],
  ["description", "text"],
  ["timeout", "deadline"],
]);
