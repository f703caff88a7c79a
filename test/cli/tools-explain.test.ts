import { expect, test } from "vitest";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const skill = (tools: string) =>
  parcelFiles["skills/find-parcel/SKILL.md"]!.replace(
    "name: find-parcel",
    `name: find-parcel\nallowed-tools: ${tools}`,
  );
const folder = temporaryProject({ ...parcelFiles, "skills/find-parcel/SKILL.md": skill("parcels/find") });

test.each([
  ["parcels/find", "look", "is allowed", ["look has no `tools` of its own", "find-parcel.allowed-tools: parcels/find"]],
  ["parcels/find_old", "look", "is denied", ["find-parcel.allowed-tools: parcels/find"]],
  ["parcels/find", "parcel/drop", "is denied", ["drop.tools: parcels/drop"]],
  ["parcels/drop", "parcel/drop", "is allowed after a person was asked", ["drop.tools: parcels/drop"]],
  ["parcels/find", "ask", "is denied", ["ask is of kind approval, which calls no tools"]],
  ["parcels/find", "look/inner", "is allowed", ["not looked at: give <workflow>/<node>"]],
])("%s by %s %s", { timeout: 30_000 }, async (tool, agent, verdict, rules) => {
  const { stdout } = await runSopwith(folder, "tools", "explain", tool, "--agent", agent);
  expect(stdout.split("\n")[0]).toBe(`${tool} by ${agent} ${verdict}.`);
  for (const rule of rules) expect(stdout).toContain(rule);
});

test("names the node's own list and a toolset that is off", { timeout: 30_000 }, async () => {
  const workflow = parcelFiles["workflows/parcel.ts"]!.replace("look: skillNode({", "look: skillNode({ tools: [],");
  const own = temporaryProject({ ...parcelFiles, "workflows/parcel.ts": workflow });
  await runSopwith(own, "tools", "disable", "parcels");
  const { stdout } = await runSopwith(own, "tools", "explain", "parcels/find", "--agent", "look", "--json");
  expect(JSON.parse(stdout)).toMatchObject({
    decision: "deny",
    steps: [
      { level: "policies", decision: "allow" },
      { level: "toolset", decision: "deny", rule: "the toolset parcels is off" },
      { level: "node", decision: "deny", rule: "look.tools: none" },
      { level: "skill", decision: "allow", rule: "find-parcel.allowed-tools: no limit" },
      { level: "tool", decision: "allow" },
    ],
  });
});
