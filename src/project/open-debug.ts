import type { SumUpThrown } from "../tools/sum-up-thrown.ts";
import type { ProjectSettings } from "./load-config.ts";

/** Sums up failures of tools for their author, where debugging is on: by `SOPWITH_DEBUG`, or by the config without it. */
export async function openDebug(
  { debug }: Pick<ProjectSettings, "debug">,
  { folder, env }: { readonly folder: string; readonly env: Readonly<Record<string, string | undefined>> },
): Promise<SumUpThrown | undefined> {
  const word = env["SOPWITH_DEBUG"];
  const isOn = word === undefined || word === "" ? debug : word !== "0" && word !== "false";
  if (!isOn) return undefined;
  const { createThrownReader } = await import("../tools/sum-up-thrown.ts");
  return createThrownReader({ folder });
}
