import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { isPlainObject } from "../../base/json.ts";
import { toolsetFileBroken } from "../project-errors.ts";

/** Where switches of toolsets were kept before the store had them. */
function oldSwitchesFile(folder: string): string {
  return join(folder, ".sopwith", "toolsets.json");
}

/**
 * The switches of that file; `undefined` where there is none.
 * @throws `TOOLSET_FILE` for a file that cannot be read: nobody may take that for "everything is on"
 */
export async function readOldSwitches(folder: string): Promise<Readonly<Record<string, boolean>> | undefined> {
  const file = oldSwitchesFile(folder);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    // ENOTDIR: a file stands where the folder would be, so there are no switches either.
    if (["ENOENT", "ENOTDIR"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw toolsetFileBroken(file, error);
  }
  return parseSwitches(text, file);
}

/** Takes the file away once the store has what it said. */
export async function removeOldSwitches(folder: string): Promise<void> {
  // One that cannot be removed is read no more: the store has changes now.
  await rm(oldSwitchesFile(folder), { force: true }).catch(() => {});
}

function parseSwitches(text: string, file: string): Readonly<Record<string, boolean>> {
  try {
    const read: unknown = JSON.parse(text);
    if (isPlainObject(read) && Object.values(read).every((value) => typeof value === "boolean"))
      return read as Readonly<Record<string, boolean>>;
  } catch (error) {
    throw toolsetFileBroken(file, error);
  }
  throw toolsetFileBroken(file, undefined);
}
