import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isPlainObject } from "../base/json.ts";
import { toolsetFileBroken, toolsetFileUnwritable } from "./project-errors.ts";

/** Which toolsets are on, by name; a name that is absent is on. */
export type ToolsetSwitches = Readonly<Record<string, boolean>>;

/** The switches that `sopwith tools enable` and `disable` keep, in the project's folder. They go before the config's. */
export function switchesFile(folder: string): string {
  return join(folder, ".sopwith", "toolsets.json");
}

/**
 * The config's switches with those that were set by command over them.
 * @throws `TOOLSET_FILE` for a file that cannot be read: nobody may take that for "everything is on"
 */
export async function readSwitches(folder: string, config: ToolsetSwitches): Promise<ToolsetSwitches> {
  const file = switchesFile(folder);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    // ENOTDIR: a file stands where the folder would be, so there are no switches either.
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return config;
    throw toolsetFileBroken(file, error);
  }
  return { ...config, ...parseSwitches(text, file) };
}

/** Sets one switch; the file is replaced whole. @throws `TOOLSET_FILE` */
export async function writeSwitch(folder: string, toolset: string, enabled: boolean): Promise<void> {
  await replaceFile(folder, { ...(await readSwitches(folder, {})), [toolset]: enabled });
}

/** Takes one switch out of the file; false when it was not there. @throws `TOOLSET_FILE` */
export async function forgetSwitch(folder: string, toolset: string): Promise<boolean> {
  const now = await readSwitches(folder, {});
  if (!Object.hasOwn(now, toolset)) return false;
  const { [toolset]: _forgotten, ...rest } = now;
  await replaceFile(folder, rest);
  return true;
}

/** Names of the toolsets that are off. */
export function disabledToolsets(switches: ToolsetSwitches): string[] {
  return Object.keys(switches).filter((name) => switches[name] === false);
}

async function replaceFile(folder: string, switches: ToolsetSwitches): Promise<void> {
  const file = switchesFile(folder);
  const draft = `${file}.${process.pid}.tmp`;
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(draft, `${JSON.stringify(switches, undefined, 2)}\n`);
    await rename(draft, file);
  } catch (error) {
    throw toolsetFileUnwritable(file, error);
  }
}

function parseSwitches(text: string, file: string): ToolsetSwitches {
  try {
    const read: unknown = JSON.parse(text);
    if (isPlainObject(read) && Object.values(read).every((value) => typeof value === "boolean"))
      return read as ToolsetSwitches;
  } catch (error) {
    throw toolsetFileBroken(file, error);
  }
  throw toolsetFileBroken(file, undefined);
}
