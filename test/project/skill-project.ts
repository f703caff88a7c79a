import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { acceptServer } from "../../src/cli/mcp-accept.ts";
import type { CommandArguments } from "../../src/cli/command.ts";
import type { Terminal } from "../../src/cli/terminal.ts";
import { openProject } from "../../src/project/open-project.ts";
import { root, temporaryProject } from "./temporary-project.ts";

/** What the skill of the server says. */
export const packingBody = "# Packing\n\n1. You MUST weigh it with `desk/weigh`.\n2. Look into references/sizes.txt.\n";

/** A SKILL.md with this body. */
export function packing(body: string = packingBody): string {
  return `---\nname: packing\ndescription: How a parcel is packed. Use it for parcels.\nallowed-tools: weigh\n---\n${body}`;
}

/** A project with the server `desk`, which offers the skill `packing` from the folder `offered`. */
export function skillProject(files: Readonly<Record<string, string>> = {}, more: object = {}): string {
  const args = [join(root, "test/mcp/peers/skill-server.ts"), "offered"];
  const desk = { command: process.execPath, args, effects: { "*": "read" }, ...more };
  return temporaryProject({
    "mcp.json": JSON.stringify({ mcpServers: { desk } }),
    "offered/packing/SKILL.md": packing(),
    "offered/packing/references/sizes.txt": "small\nlarge\n",
    ...files,
  });
}

/** Lets the server offer another text; a process that serves already goes on with the old one. */
export function changeSkill(folder: string, body: string): void {
  writeFileSync(join(folder, "offered/packing/SKILL.md"), packing(body));
}

/** `sopwith mcp accept desk` at a terminal where a person types these answers, or `--yes` without any. */
export async function acceptDesk(
  folder: string,
  answers?: readonly string[],
  words: readonly string[] = [],
): Promise<{ readonly code: number; readonly shown: string }> {
  const project = await openProject({ cwd: folder, env: {}, patient: true });
  onTestFinished(() => project.close());
  const left = [...(answers ?? [])];
  let shown = "";
  const terminal: Terminal = {
    folder,
    interactive: true,
    colour: false,
    columns: 100,
    write: (text) => void (shown += text),
    writeError: (text) => void (shown += text),
    ask: async (question) => {
      shown += `${question}${left[0] ?? ""}\n`;
      return left.shift();
    },
  };
  const args: CommandArguments = {
    words: ["accept", "desk", ...words],
    has: (option) => option === "yes" && answers === undefined,
    value: () => undefined,
    all: () => [],
  };
  const code = await acceptServer(project, args, terminal);
  await project.close();
  return { code, shown };
}
