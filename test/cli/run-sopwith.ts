import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { root } from "../project/temporary-project.ts";

/** How a command line ended. */
export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** The command's first file, as Node is given it. */
export const commandFile: string = join(root, "src/cli/sopwith.mjs");

/** The environment without anything that would choose a model or colours. */
export function plainEnvironment(): NodeJS.ProcessEnv {
  const dropped = /^(OPENAI_|NODE_OPTIONS$|SOPWITH_|FORCE_COLOR$|NO_COLOR$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !dropped.test(name)));
}

/** Runs `sopwith` with no terminal, in a folder. */
export async function runSopwith(folder: string, ...line: readonly string[]): Promise<Ended> {
  const options = { cwd: folder, env: plainEnvironment() };
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, [commandFile, ...line], options)) };
  } catch (error) {
    const { code, stdout, stderr } = error as Ended;
    return { code, stdout, stderr };
  }
}
