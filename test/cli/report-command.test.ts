import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const timeout = 60_000;

test(
  "reports on the newest run or on one by its number, and says when the skill has changed since",
  { timeout },
  async () => {
    const folder = temporaryProject(parcelFiles);
    const ran = await runSopwith(folder, "run", "parcel", "--thread", "t");
    expect(ran.stdout).toContain("step 1");
    const text = await runSopwith(folder, "report", "t");
    expect(text).toMatchObject({ code: 0, stderr: "" });
    expect(text.stdout).toMatch(
      /^t\/1 {2}parcel {2}completed\n\nlook skill find-parcel [0-9a-f]{8}, guide, conforms\n {2}done {2}1 {2}MUST {2}line 7 {2}You MUST call/,
    );
    expect((await runSopwith(folder, "report", "t", "--run", "1")).stdout).toBe(text.stdout);

    appendFileSync(join(folder, "skills/find-parcel/SKILL.md"), "\nBe kind.\n");
    const changed = JSON.parse((await runSopwith(folder, "report", "t", "--json")).stdout) as {
      visits: { hash: string; hashOnDisk: string }[];
    };
    const [visit] = changed.visits;
    expect(visit!.hashOnDisk).toMatch(/^[0-9a-f]{64}$/);
    expect((await runSopwith(folder, "report", "t", "--markdown")).stdout).toContain(
      `The run used skill find-parcel at ${visit!.hash.slice(0, 8)}; the disk has ${visit!.hashOnDisk.slice(0, 8)}.`,
    );
  },
);

test("names the nearest threads and the runs there are", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  await runSopwith(folder, "run", "parcel", "--thread", "parcel-1");
  const unknown = await runSopwith(folder, "report", "parcel-2");
  expect(unknown).toMatchObject({ code: 2, stdout: "" });
  expect(unknown.stderr).toContain('THREAD_NOT_FOUND  There is no thread "parcel-2"');
  expect(unknown.stderr).toContain('"parcel-1"');
  const noRun = await runSopwith(folder, "report", "parcel-1", "--run", "2");
  expect(noRun).toMatchObject({ code: 2, stderr: expect.stringContaining("It has run 1.") as string });
  const both = await runSopwith(folder, "report", "parcel-1", "--json", "--markdown");
  expect(both).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("Give one of --json and --markdown.") as string,
  });
});
