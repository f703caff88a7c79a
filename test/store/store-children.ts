import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";

/** What a child of `store-child.ts` says when it has done its task. */
export interface ChildResult {
  readonly me: string;
  readonly done: readonly string[];
}

/** A process that waits to be told "go" with its task on one store. */
export async function startChild(task: string, file: string): Promise<ChildProcess> {
  const child = fork(new URL("store-child.ts", import.meta.url), [task, file], { execArgv: [] });
  await once(child, "message");
  return child;
}

/** Starts two children, lets them go at the same moment, and waits for their ends. */
export async function race(task: string, file: string): Promise<readonly ChildResult[]> {
  const children = await Promise.all([startChild(task, file), startChild(task, file)]);
  return await Promise.all(
    children.map(async (child) => {
      const answered = once(child, "message");
      const exited = once(child, "exit");
      child.send("go");
      const [result] = (await answered) as [ChildResult];
      expect(await exited).toEqual([0, null]);
      return result;
    }),
  );
}

/** Kills a child that writes for ever in the middle of it, once it has written so often. @returns how often it said so */
export async function killWhileWriting(task: string, file: string, least: number): Promise<number> {
  const child = await startChild(task, file);
  let written = -1;
  const reached = new Promise<void>((resolve) => {
    child.on("message", (message: { readonly written: number }) => {
      written = message.written;
      if (written >= least) resolve();
    });
  });
  child.send("go");
  await reached;
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  expect(await exited).toEqual([null, "SIGKILL"]);
  return written;
}
