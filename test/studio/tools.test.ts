import { expect, test } from "vitest";
import { listAllTools } from "../../src/project/list-all-tools.ts";
import { openProject } from "../../src/project/open-project.ts";
import { registryEditOf } from "../../src/studio/registry-edit-of.ts";
import { processLoads } from "../../src/tools/gateway/tool-loads.ts";
import { runSopwith } from "../cli/run-sopwith.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { openedStudio, pageThatSays, textOf } from "./studio-client.ts";

test("switches a toolset for other processes too, and shows who did it and why", async () => {
  const folder = temporaryProject(parcelFiles);
  const { follow, post } = await openedStudio(folder);
  const pages = follow("tools");
  await pageThatSays(pages, "Nobody has changed anything.");

  expect(await post("/tools", { action: "disable", name: "parcels", reason: "the depot is closed" })).toEqual({
    status: 200,
    message: "Done: toolset parcels off.",
  });
  const seen = await pageThatSays(pages, "parcels off");
  expect(seen).toMatch(/ana toolset parcels off the depot is closed 1/);
  expect((await runSopwith(folder, "tools", "list")).stdout).toMatch(/parcels\/drop\s+destructive, off/);

  expect(await post("/tools", { action: "enable", name: "parcels" })).toMatchObject({ status: 200 });
  const unknown = await post("/tools", { action: "disable", name: "parcel" });
  expect(unknown).toMatchObject({ status: 409, message: expect.stringContaining("parcels") as string });
  const nowhere = await post("/tools", { action: "route", match: "parcels/find", shares: "1=90 7=10" });
  expect(nowhere).toMatchObject({ status: 409, message: expect.stringContaining("7") as string });
});

test("shows a tool that is left alone because it failed too often", async () => {
  const folder = temporaryProject(parcelFiles);
  const project = await openProject({ cwd: folder, env: {} });
  const { tools } = await listAllTools(project);
  const { breaker } = processLoads().of(tools.find(({ tool }) => tool.name === "parcels/find")!.tool);
  for (let call = 0; call < 10; call += 1) breaker!.settle(performance.now(), false, true);
  const { view } = await openedStudio(folder, { project });
  const text = textOf((await view("tools")).page);
  expect(text).toMatch(/read breaker open never .* read on never/);
  await project.close();
});

test("switches nothing where it only shows", async () => {
  const { view, post } = await openedStudio(temporaryProject(parcelFiles), { readOnly: true });
  expect((await view("tools")).page).not.toContain("<form");
  expect((await post("/tools", { action: "disable", name: "parcels" })).status).toBe(403);
});

test.each([
  [
    { action: "enable", name: "web" },
    { kind: "toolset", name: "web", enabled: true },
  ],
  [
    { action: "disable", name: "web/get" },
    { kind: "tool", name: "web/get", enabled: false },
  ],
  [
    { action: "unroute", match: "web/*", shares: "1" },
    { kind: "route", match: "web/*" },
  ],
  [
    { action: "route", match: "web/*", shares: "2" },
    { kind: "route", match: "web/*", weights: { 2: 100 } },
  ],
  [
    { action: "route", match: "web/get", shares: " @1=90,  2=10% " },
    { kind: "route", match: "web/get", weights: { 1: 90, 2: 10 } },
  ],
  [{ action: "route", match: "web/get", shares: "1 2" }, undefined],
  [{ action: "route", match: "web/get", shares: "1=50 1=50" }, undefined],
  [{ action: "route", match: "web/get", shares: "" }, undefined],
  [{ action: "route", match: "", shares: "1" }, undefined],
  [{ action: "enable", name: "" }, undefined],
  [{ action: "enable" }, undefined],
])("reads the form %o", (posted, edit) => {
  expect(registryEditOf(posted)).toEqual(edit);
});
