import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { temporaryProject } from "../project/temporary-project.ts";
import { commandFile, plainEnvironment, runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;

/** A workflow whose second node waits for a file that is not there, and which needs no model. */
const files = {
  "workflows/slow.ts": `
import { existsSync } from "node:fs";
import { defineTool, defineWorkflow, toolNode } from "sopwith";
import { z } from "zod";

const wait = defineTool({
  name: "files/wait", description: "Waits for a file.", effect: "read", input: z.object({}), output: z.object({}),
  run: (_input, { signal }) => existsSync("go") ? {} : new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted")))),
});
const state = z.object({ begun: z.boolean().default(false), count: z.int().default(0) });
type State = z.output<typeof state>;
export default defineWorkflow({
  name: "slow", state, start: "first", tools: [wait],
  nodes: { first: () => ({ begun: true }), second: toolNode({ tool: wait, input: () => ({}), save: (_output, { count }: State) => ({ count: count + 1 }) }) },
  edges: { first: "second", second: "end" },
});
`,
};

/** Starts the workflow and gives the process back when the slow call has begun. */
async function startSlow(folder: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, [commandFile, "run", "slow", "--thread", "t", "--json"], {
    cwd: folder,
    env: plainEnvironment(),
  });
  for await (const line of createInterface({ input: child.stdout })) if (line.includes('"tool-call"')) break;
  return child;
}

test.each([
  ["SIGINT", "t"],
  ["SIGTERM", "--all-stale"],
] as const)(
  "stops in order after %s, says how to go on, and goes on with `resume %s`",
  { timeout },
  async (signal, which) => {
    const folder = temporaryProject(files);
    const child = await startSlow(folder);
    let stderr = "";
    child.stderr!.on("data", (text) => (stderr += String(text)));
    child.kill(signal);
    const [code] = (await once(child, "close")) as [number];
    expect({ code, stderr }).toEqual({
      code: 130,
      stderr: expect.stringMatching(
        /^\nStopping\. .*\nRUN_STOPPED {2}The run on thread "t" was stopped\. .*\n {2}Go on with: npx sopwith resume t\n$/,
      ) as string,
    });
    writeFileSync(join(folder, "go"), "");
    expect(await runSopwith(folder, "resume", which)).toMatchObject({ code: 0, stderr: "" });
  },
);
