import type { RegistryContent, RegistryRoute, RegistryTool } from "../../store/registry-store.ts";

/** One thing that an operator changes. */
export type RegistryEdit =
  /** Without `enabled` the config's word holds again. */
  | { readonly kind: "toolset"; readonly name: string; readonly enabled?: boolean }
  | { readonly kind: "tool"; readonly name: string; readonly enabled: boolean }
  /** What models are told of a tool; without `text` its own description. */
  | { readonly kind: "description"; readonly name: string; readonly text?: string }
  /** Without `weights` and `to` the route is gone, and the config's holds again. */
  | ({ readonly kind: "route" } & RegistryRoute);

/** The content with the edit made. */
export function applyEdit(content: RegistryContent, edit: RegistryEdit): RegistryContent {
  if (edit.kind === "toolset") {
    const { [edit.name]: _before, ...toolsets } = content.toolsets;
    return { ...content, toolsets: edit.enabled === undefined ? toolsets : { ...toolsets, [edit.name]: edit.enabled } };
  }
  if (edit.kind === "route") {
    const { kind: _kind, ...route } = edit;
    const others = content.routes.filter(({ match }) => match !== edit.match);
    const isGone = route.weights === undefined && route.to === undefined;
    const routes = (isGone ? others : [...others, route]).toSorted((a, b) => (a.match < b.match ? -1 : 1));
    return { ...content, routes };
  }
  const { [edit.name]: before = {}, ...tools } = content.tools;
  const after = edit.kind === "tool" ? withSwitch(before, edit.enabled) : withWords(before, edit.text);
  return { ...content, tools: Object.keys(after).length === 0 ? tools : { ...tools, [edit.name]: after } };
}

function withSwitch({ off: _off, ...tool }: RegistryTool, enabled: boolean): RegistryTool {
  return enabled ? tool : { ...tool, off: true };
}

function withWords({ description: _description, ...tool }: RegistryTool, description?: string): RegistryTool {
  return description === undefined ? tool : { ...tool, description };
}

/** The edit in a few words, for history and audit trail: `toolset web off`. */
export function describeEdit(edit: RegistryEdit): string {
  if (edit.kind === "toolset")
    return `toolset ${edit.name} ${edit.enabled === undefined ? "as the config says" : onOff(edit.enabled)}`;
  if (edit.kind === "tool") return `tool ${edit.name} ${onOff(edit.enabled)}`;
  if (edit.kind === "description")
    return edit.text === undefined
      ? `own description of ${edit.name}`
      : `description of ${edit.name}: ${JSON.stringify(edit.text)}`;
  return describeRoute(edit);
}

/** A route in a few words: `route finance/query_* to 2=10 1=90`. */
export function describeRoute({ match, weights, to }: RegistryRoute): string {
  if (to !== undefined) return `route ${match} to ${to}`;
  if (weights === undefined) return `no route ${match}`;
  const shares = Object.entries(weights).toSorted(([a], [b]) => Number(b) - Number(a));
  return `route ${match} to ${shares.map(([version, weight]) => `@${version}=${weight}`).join(" ")}`;
}

function onOff(enabled: boolean): string {
  return enabled ? "on" : "off";
}
