import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { root } from "./temporary-project.ts";

/**
 * Runs the body of an async function in a Node of its own and answers what it returns, as JSON. Vitest loads modules
 * through its own transformer, whose errors are not Node's. `load(path)` imports a source file.
 */
export async function runInNode(folder: string, body: string): Promise<unknown> {
  const code = `const load = (path) => import(${JSON.stringify(`${root}/`)} + path);
const result = await (async () => { ${body} })();
process.stdout.write(JSON.stringify(result));`;
  const line = [
    "--conditions=sopwith-source",
    "--disable-warning=ExperimentalWarning",
    "--input-type=module",
    "-e",
    code,
  ];
  const { stdout } = await promisify(execFile)(process.execPath, line, { cwd: folder });
  return JSON.parse(stdout.replaceAll(`${folder}/`, ""));
}
