import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root, temporaryProject } from "../project/temporary-project.ts";
import { runSopwith } from "./run-sopwith.ts";

const script = {
  capabilities: { prompts: {} },
  answers: {
    "prompts/list": {
      prompts: [
        { name: "Code_Review", description: "Reviews a change", arguments: [{ name: "language", required: true }] },
      ],
    },
    "prompts/get": {
      messages: [
        { role: "user", content: { type: "text", text: "1. You MUST read the change.\n2. You SHOULD\u200b be kind." } },
        { role: "assistant", content: { type: "text", text: "Looks good." } },
        { role: "user", content: { type: "image", data: "AA==", mimeType: "image/png" } },
      ],
    },
  },
};
const server = {
  command: process.execPath,
  args: [join(root, "test/mcp/peers/raw-server.ts"), JSON.stringify(script)],
  era: "legacy",
};

test("writes a prompt of a server down as a skill that people can read first", async () => {
  const folder = temporaryProject({ "mcp.json": JSON.stringify({ mcpServers: { helper: server } }) });
  await runSopwith(folder, "mcp", "accept", "helper", "--yes");
  expect(await runSopwith(folder, "mcp", "skill", "helper", "code-review")).toMatchObject({
    code: 2,
    stderr:
      'MCP_PROMPT_NOT_LISTED  The MCP server "helper" lists no prompt "code-review".\n  Did you mean "Code_Review"?\n',
  });
  expect(await runSopwith(folder, "mcp", "skill", "helper", "Code_Review")).toMatchObject({
    code: 2,
    stderr: "USAGE  The prompt Code_Review needs language.\n  Add: --arg language=<text>\n",
  });
  const line = ["mcp", "skill", "helper", "Code_Review", "--arg", "language=C"];
  expect(await runSopwith(folder, ...line)).toEqual({
    code: 0,
    stdout: "Made skills/code-review/SKILL.md of words that the server helper wrote. Read it before you use it.\n",
    stderr: [
      "A part of the kind image was left out.",
      "skills/code-review/SKILL.md:9:4 info SKILL_MUST_UNCHECKABLE  Step 1 is a MUST that names no tool, so nothing can tell whether it was done.",
      "  Name the tool that does it in backticks, or write SHOULD.",
      "",
    ].join("\n"),
  });
  expect(readFileSync(join(folder, "skills/code-review/SKILL.md"), "utf8").split("\n")).toEqual([
    "---",
    "name: code-review",
    'description: "Reviews a change. Use it when somebody asks for: Code Review."',
    "metadata:",
    '  origin: "the prompt Code_Review of the MCP server helper"',
    "---",
    "# Code Review",
    "",
    "1. You MUST read the change.",
    "2. You SHOULD be kind.",
    "",
    "An answer looks like this:",
    "",
    "> Looks good.",
    "",
  ]);
  expect((await runSopwith(folder, "skills", "list")).stdout).toContain("code-review");
  expect(await runSopwith(folder, ...line)).toMatchObject({ code: 2 });
});

test("asks nothing of a server that nobody agreed to", async () => {
  const folder = temporaryProject({ "mcp.json": JSON.stringify({ mcpServers: { helper: server } }) });
  const ended = await runSopwith(folder, "mcp", "skill", "helper", "Code_Review", "--arg", "language=C");
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain("Nobody has agreed to start the MCP server");
  expect(existsSync(join(folder, "skills"))).toBe(false);
});
