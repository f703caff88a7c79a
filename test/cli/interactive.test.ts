import { expect, test } from "vitest";
import type { CommandAction } from "../../src/cli/command.ts";
import { commands } from "../../src/cli/commands.ts";
import { parseArguments } from "../../src/cli/parse-arguments.ts";
import { resumeCommand } from "../../src/cli/resume-command.ts";
import { runCommand } from "../../src/cli/run-command.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";

const timeout = 60_000;

/** A terminal at which a person gives these answers, in this order; after the last one the input ends. */
function personAt(
  folder: string,
  answers: readonly string[],
): Terminal & { readonly shown: () => string; readonly asked: readonly string[] } {
  const left = [...answers];
  const asked: string[] = [];
  let text = "";
  return {
    folder,
    interactive: true,
    colour: false,
    write: (written) => void (text += written),
    writeError: (written) => void (text += written),
    ask: (question) => {
      asked.push(question);
      return Promise.resolve(left.shift());
    },
    shown: () => text,
    asked,
  };
}

function start(name: "run" | "resume", action: CommandAction, terminal: Terminal, line: string): Promise<number> {
  const info = commands.find((command) => command.name === name)!;
  return action(parseArguments(info, line.split(" ")), terminal);
}

test("asks for the text and for the approval, and goes on", { timeout }, async () => {
  const terminal = personAt(temporaryProject(parcelFiles), ["", "maybe", "y"]);
  expect(await start("run", runCommand, terminal, "parcel")).toBe(0);
  expect(terminal.asked).toEqual([
    "Enter alone takes: Where is parcel P-1?\nText for parcel: ",
    "  Approve? y/n (Enter: later): ",
    "  Approve? y/n (Enter: later): ",
  ]);
  expect(terminal.shown()).toContain(
    "rehearsal no model is asked, workflows/parcel/rehearsals/approved.yaml plays the model\n",
  );
  expect(terminal.shown()).toMatch(
    / {2}Please type y or n\.\n {2}✓ approved by \S+ \(Give the parcel in Bremen up\?\)\n/,
  );
  expect(terminal.shown()).toContain("\nGiven up.\n");
});

test("puts titles over the columns of a list, and fits it to the terminal", { timeout }, async () => {
  const terminal = { ...personAt(temporaryProject(parcelFiles), []), columns: 80 };
  expect(await start("run", runCommand, terminal, "parcel Where --wait --thread t")).toBe(3);
  const lists = await Promise.all(
    (["threads", "approvals", "audit"] as const).map(async (name) => {
      const list = { ...personAt(terminal.folder, []), columns: 160 };
      const info = commands.find((command) => command.name === name)!;
      await (
        await info.load()
      )(parseArguments(info, []), list);
      return list.shown().split("\n", 1)[0]!.split(/ {2,}/);
    }),
  );
  expect(lists).toEqual([
    ["thread", "status", "workflow", "runs", "changed (UTC)"],
    ["id", "kind", "thread", "node", "question", "asked (UTC)"],
    ["at (UTC)", "thread", "node", "tool", "status", "took", "arguments -> result"],
  ]);
});

test("asks why something is rejected", { timeout }, async () => {
  const terminal = personAt(temporaryProject(parcelFiles), ["Where is P-1?", "n", "it may come"]);
  expect(await start("run", runCommand, terminal, "parcel")).toBe(0);
  expect(terminal.shown()).toMatch(/✗ rejected by \S+: it may come/);
  expect(terminal.shown()).toContain("\nIt is in Bremen.\n");
});

test("leaves a question open for later, and asks again on resume", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  const first = personAt(folder, ["", ""]);
  expect(await start("run", runCommand, first, "parcel")).toBe(3);
  expect(first.shown()).toContain("waiting for a decision");
  const second = personAt(folder, ["yes"]);
  expect(await start("resume", resumeCommand, second, "parcel-approved")).toBe(0);
  expect(second.asked).toEqual(["  Approve? y/n (Enter: later): "]);
});

test("starts nothing when the input ends before there is a text", { timeout }, async () => {
  const terminal = personAt(temporaryProject(parcelFiles), []);
  await expect(start("run", runCommand, terminal, "parcel")).rejects.toMatchObject({ code: "USAGE" });
  expect(terminal.shown()).toBe("");
});

test("asks nobody with --wait", { timeout }, async () => {
  const terminal = personAt(temporaryProject(parcelFiles), []);
  expect(await start("run", runCommand, terminal, "parcel Where? --wait")).toBe(3);
  expect(terminal.asked).toEqual([]);
});
