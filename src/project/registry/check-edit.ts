import type { Diagnostic } from "../../base/errors.ts";
import { showHidden } from "../../base/show-hidden.ts";
import type { RegistryContent } from "../../store/registry-store.ts";
import { routeFormFaults, routeTargetFaults } from "../../tools/route-faults.ts";
import { matchesName } from "../../tools/tool-route.ts";
import type { AnyTool } from "../../tools/tool.ts";
import { definitionFault, toolsetUnknown } from "../../tools/tools-errors.ts";
import { toolNotFound } from "../project-errors.ts";
import { descriptionNotTaken, routeNotTaken } from "./registry-errors.ts";
import type { RegistryEdit } from "./registry-edit.ts";

/** What an edit is held against: a tool of this project, or the contract of one that another process has. */
export type KnownTool = Pick<AnyTool, "name" | "version" | "toolset"> & Partial<Pick<AnyTool, "appearance">>;

/** Longest description, in characters: a model reads it with every turn. */
const longestDescription = 4000;

/**
 * Refuses an edit that cannot be meant. What takes something back that is in `content` is never refused: its tools may be
 * gone.
 *
 * @throws `TOOLSET_UNKNOWN`, `TOOL_UNKNOWN` with the nearest names, `REGISTRY_ROUTE` for a route that leads nowhere or
 * whose weights do not sum to 100, `REGISTRY_DESCRIPTION`
 */
export function checkEdit(edit: RegistryEdit, tools: readonly KnownTool[], content: RegistryContent): void {
  if (edit.kind === "route" && edit.weights === undefined && edit.to === undefined)
    return checkNoRoute(edit.match, tools, content);
  if (edit.kind === "route") return checkRoute(edit, tools);
  if (edit.kind === "toolset") {
    const names = [...new Set(tools.map(({ toolset }) => toolset))].toSorted();
    if (edit.enabled !== undefined && !names.includes(edit.name)) throw toolsetUnknown(edit.name, names);
    return;
  }
  const isTakenBack = edit.kind === "tool" ? edit.enabled : edit.text === undefined;
  if (isTakenBack && Object.hasOwn(content.tools, edit.name)) return;
  const known = tools.filter(({ name }) => name === edit.name);
  if (known.length === 0) throw toolNotFound(edit.name, namesOf(tools));
  if (edit.kind !== "description" || isTakenBack) return;
  if (known.some(({ appearance }) => appearance !== undefined))
    throw descriptionNotTaken(edit.name, "the tool says itself what it looks like (`appearance`)");
  const shown = showHidden(edit.text!);
  if (shown !== edit.text)
    throw descriptionNotTaken(edit.name, `it holds characters that nobody sees: ${/\\u\{[0-9a-f]+\}/.exec(shown)![0]}`);
  const { length } = edit.text.trim();
  if (length === 0 || length > longestDescription)
    throw descriptionNotTaken(edit.name, `it has ${length} characters, expected 1 to ${longestDescription}`);
}

/** A route that is gone already may be taken away again, but not one of tools that nobody has. */
function checkNoRoute(match: string, tools: readonly KnownTool[], { routes }: RegistryContent): void {
  if (routes.some((route) => route.match === match) || tools.some(({ name }) => matchesName(match, name))) return;
  const set = routes.length === 0 ? "None is set." : `Set are: ${routes.map((route) => route.match).join(", ")}.`;
  throw routeNotTaken(match, [definitionFault("TOOL_ROUTE", `No route "${match}" is set, and it names no tool.`, set)]);
}

function checkRoute(edit: Extract<RegistryEdit, { kind: "route" }>, tools: readonly KnownTool[]): void {
  const { kind: _kind, ...route } = edit;
  const isExact = !route.match.endsWith("*");
  const faults: Diagnostic[] = routeFormFaults([route]);
  const meant = tools.filter(({ name }) => matchesName(route.match, name));
  if (faults.length === 0 && route.weights !== undefined && meant.length === 0) {
    if (isExact) throw toolNotFound(route.match, namesOf(tools));
    faults.push(definitionFault("TOOL_ROUTE", `The route "${route.match}" names no tool.`, "Correct the name."));
  }
  faults.push(...routeTargetFaults([route], tools));
  if (faults.length === 0 && route.to !== undefined) {
    const target = route.to;
    if (!tools.some(({ name, version }) => name === target || `${name}@${version}` === target))
      throw toolNotFound(target, namesOf(tools));
    if (isExact && meant.length > 0)
      faults.push(
        definitionFault(
          "TOOL_ROUTE",
          `The route "${route.match}" leads to another tool, and a tool of that name is registered, which answers itself.`,
          "Give versions of it: `@2=10 @1=90`. Or switch it off.",
        ),
      );
  }
  if (faults.length > 0) throw routeNotTaken(route.match, faults);
}

function namesOf(tools: readonly KnownTool[]): string[] {
  return [...new Set(tools.map(({ name }) => name))].toSorted();
}
