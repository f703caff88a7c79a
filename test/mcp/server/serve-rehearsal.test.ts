import { join } from "node:path";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { expect, onTestFinished, test } from "vitest";
import { projectRoot } from "../../house/project-root.ts";
import { temporaryProject } from "../../project/temporary-project.ts";
import { newClient } from "./clients.ts";

/** A workflow that asks the model, then a person, then the model again. */
const files = {
  "workflows/letter.ts": `
    import { approvalNode, defineWorkflow, skillNode } from "sopwith";
    import { z } from "zod";
    const state = z.object({ request: z.string(), draft: z.string().default(""), answer: z.string().default("") });
    export default defineWorkflow({
      name: "letter", state, start: "begin",
      nodes: {
        begin: skillNode({ skill: "write", input: ({ request }) => request, save: (draft) => ({ draft }) }),
        ask: approvalNode({ ask: ({ draft }) => ({ title: "Send " + draft + "?" }), save: () => ({}) }),
        close: skillNode({ skill: "write", input: () => "the end", save: (answer) => ({ answer }) }),
      },
      edges: { begin: "ask", ask: "close", close: "end" },
    });`,
  "workflows/letter/rehearsals/approved.yaml": `
workflow: letter
turns:
  - say: first words
  - say: last words
`,
  "skills/write/SKILL.md": "---\nname: write\ndescription: Write. Use it when a letter is wanted.\n---\nWrite it.\n",
};

test("a run that goes on over MCP plays its rehearsal from where it was", async () => {
  const client = newClient({
    era: "legacy",
    onForm: () => ({ action: "accept", content: { approve: true } }),
  });
  onTestFinished(() => client.close());
  const args = [join(projectRoot, "src", "cli", "sopwith.mjs"), "mcp", "serve", "--rehearsal", "approved"];
  const cwd = temporaryProject(files);
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd, stderr: "ignore" }));
  const result = await client.callTool({ name: "workflow_letter", arguments: { request: "a letter" } });
  expect(result.structuredContent).toMatchObject({ status: "completed", answer: "last words" });
});
