import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { runDevSession } from "../../src/cli/dev-session.ts";
import { parseArguments } from "../../src/cli/parse-arguments.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";

const timeout = 60_000;

/** Types a line when `dev` asks for one; a function waits until `dev` takes the prompt away for news. */
type Input = string | (() => void);

/** A person at the prompt. After the last line the input ends. */
function personAt(folder: string, inputs: readonly Input[]): Terminal & { readonly shown: () => string } {
  const left = [...inputs];
  let text = "";
  return {
    folder,
    interactive: true,
    colour: false,
    write: (written) => void (text += written),
    writeError: (written) => void (text += written),
    ask: async (question, signal) => {
      text += question;
      const input = left.shift();
      if (typeof input !== "function") {
        text += `${input ?? ""}\n`;
        return input;
      }
      const { promise, resolve } = Promise.withResolvers<undefined>();
      signal!.addEventListener("abort", () => resolve(undefined), { once: true });
      input();
      return promise;
    },
    shown: () => text,
  };
}

async function session(folder: string, inputs: readonly Input[], line = ""): Promise<{ code: number; shown: string }> {
  const info = commands.find((command) => command.name === "dev")!;
  const terminal = personAt(folder, inputs);
  const code = await runDevSession(parseArguments(info, line.split(" ").filter(Boolean)), terminal);
  return { code, shown: terminal.shown() };
}

test("the prompt explains itself, chooses a workflow, runs it, and ends", { timeout }, async () => {
  const { code, shown } = await session(temporaryProject(parcelFiles), [
    "?",
    "w parcle",
    "w parcel",
    "r",
    "t",
    "s",
    "q",
  ]);
  expect(code).toBe(0);
  expect(shown).toMatch(/dev> \?\nr: run with the rehearsal, m: with the model, s: at each save, w <workflow>/);
  expect(shown).toMatch(/dev> w parcle\n[^]*WORKFLOW_NOT_FOUND[^]*\nwatching; parcel/);
  expect(shown).toMatch(/dev> r\n[^]*Given up\.\n/);
  expect(shown.split("find-parcel").length).toBeGreaterThan(2);
  expect(shown).toMatch(/dev> s\nwatching; parcel, runs with the rehearsal at each save/);
  expect(shown).toMatch(/dev> q\n$/);
});

test("a line cannot be typed over news: the prompt goes and comes back", { timeout }, async () => {
  const folder = temporaryProject(parcelFiles);
  const edit = (): void => {
    const text = "---\nname: find-parcel\ndescription: Finds.\n---\n1. Call `parcels/find`.\n";
    writeFileSync(join(folder, "skills/find-parcel/SKILL.md"), text);
  };
  const { code, shown } = await session(folder, [edit, ""], "parcel");
  expect(code).toBe(0);
  expect(shown).toMatch(/dev> \nchanged find-parcel[^]*\ndev> \n[^]*dev> \n$/);
});

test("the end of the input ends it", { timeout }, async () => {
  expect(await session(temporaryProject(parcelFiles), [])).toMatchObject({ code: 0 });
});
