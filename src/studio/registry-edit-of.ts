import { isPlainObject } from "../base/json.ts";
import type { RegistryEdit } from "../project/registry/registry-edit.ts";

/** The change of tools that a form of the page asks for; `undefined` for what its forms cannot send, or shares that are none. */
export function registryEditOf(posted: unknown): RegistryEdit | undefined {
  if (!isPlainObject(posted)) return undefined;
  const { action, name, match, shares } = posted;
  if (action === "enable" || action === "disable") {
    if (typeof name !== "string" || name === "") return undefined;
    return { kind: name.includes("/") ? "tool" : "toolset", name, enabled: action === "enable" };
  }
  if (typeof match !== "string" || match === "") return undefined;
  if (action === "unroute") return { kind: "route", match };
  const weights = action === "route" && typeof shares === "string" ? readShares(shares) : undefined;
  return weights && { kind: "route", match, weights };
}

/** `1=90 2=10`, with an @ before the versions or without; one version alone takes all. */
function readShares(text: string): Readonly<Record<string, number>> | undefined {
  const words = text.split(/[\s,]+/).filter((word) => word !== "");
  const weights: Record<string, number> = {};
  for (const word of words) {
    const [, version, share] = /^@?([1-9]\d*)(?:=(\d+(?:\.\d+)?)%?)?$/.exec(word) ?? [];
    const weight = share ?? (words.length === 1 ? "100" : undefined);
    if (version === undefined || weight === undefined || weights[version] !== undefined) return undefined;
    weights[version] = Number(weight);
  }
  return words.length === 0 ? undefined : weights;
}
