import { join, relative } from "node:path";
import { expect, test } from "vitest";
import type { WorkflowFile } from "../../src/project/discover-workflows.ts";
import { findRehearsal, loadRehearsal } from "../../src/project/find-rehearsal.ts";
import type { Workflow } from "../../src/workflow/workflow.ts";
import { temporaryProject } from "./temporary-project.ts";

function workflowWith(...names: readonly string[]): WorkflowFile & { readonly folder: string } {
  const script = "workflow: parcel\nturns: [{ say: hello }]\n";
  const folder = temporaryProject(
    Object.fromEntries(names.map((name) => [`workflows/parcel/rehearsals/${name}`, script])),
  );
  return { folder, file: join(folder, "workflows/parcel.ts"), workflow: { name: "parcel" } as Workflow };
}

test.each([
  [[], undefined, undefined],
  [["lost.yaml"], undefined, "lost.yaml"],
  [["approved.yaml", "lost.yml"], undefined, "approved.yaml"],
  [["approved.yaml", "lost.yml"], "lost", "lost.yml"],
])("of %j and the name %j chooses %j", async (names, wanted, chosen) => {
  const found = workflowWith(...names);
  const file = await findRehearsal(found, wanted);
  expect(file && relative(join(found.folder, "workflows/parcel/rehearsals"), file)).toBe(chosen);
});

test("takes the path of a file", async () => {
  const found = workflowWith("lost.yaml");
  const elsewhere = join(temporaryProject({ "mine.yaml": "" }), "mine.yaml");
  expect(await findRehearsal(found, elsewhere)).toBe(elsewhere);
});

test("asks for a choice when nothing says which one is the default", async () => {
  await expect(findRehearsal(workflowWith("lost.yaml", "found.yaml"))).rejects.toMatchObject({
    code: "REHEARSAL_AMBIGUOUS",
    hint: "Choose one with --rehearsal: found or lost.",
  });
});

test("names the nearest rehearsal", async () => {
  await expect(findRehearsal(workflowWith("lost.yaml"), "lots")).rejects.toMatchObject({
    code: "REHEARSAL_NOT_FOUND",
    hint: 'Did you mean "lost"?',
  });
});

test("refuses a rehearsal of another workflow, and one that is gone", async () => {
  const file = (await findRehearsal(workflowWith("lost.yaml")))!;
  await expect(loadRehearsal(file, "parcel")).resolves.toMatchObject({ workflow: "parcel", file });
  await expect(loadRehearsal(file, "letter")).rejects.toMatchObject({ code: "REHEARSAL_OTHER" });
  await expect(loadRehearsal(`${file}.gone.yaml`, "parcel")).rejects.toMatchObject({ code: "REHEARSAL_GONE" });
});
