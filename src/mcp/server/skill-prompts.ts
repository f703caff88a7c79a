import { type McpServer, ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isSopwithError } from "../../base/errors.ts";
import { hidePaths } from "./hide-paths.ts";
import type { ServedSkills } from "./served-skills.ts";

/** The one argument that every skill takes as a prompt. */
const TASK = "task";

/** Serves skills as prompts: the body byte for byte, and what it is to be followed for, if that is given. */
export function servePrompts({ server }: McpServer, skills: ServedSkills): void {
  server.setRequestHandler("prompts/list", () => ({
    prompts: skills.list().map(({ name, description }) => ({
      name,
      description,
      arguments: [{ name: TASK, description: "What the procedure is followed for.", required: false }],
    })),
  }));
  server.setRequestHandler("prompts/get", async ({ params }) => {
    const summary = skills.list().find(({ name }) => name === params.name);
    if (!summary)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt "${params.name.slice(0, 128)}".`);
    const { body } = await readSkill(skills, summary.name);
    const task = params.arguments?.[TASK];
    return {
      description: summary.description,
      messages: [body, ...(task === undefined ? [] : [task])].map((text) => ({
        role: "user" as const,
        content: { type: "text" as const, text },
      })),
    };
  });
}

async function readSkill({ library }: ServedSkills, name: string): ReturnType<ServedSkills["library"]["get"]> {
  try {
    return await library.get(name);
  } catch (error) {
    const why = isSopwithError(error) ? hidePaths(error.message) : "It cannot be read.";
    throw new ProtocolError(ProtocolErrorCode.InternalError, `The prompt "${name}" is not there: ${why}`);
  }
}
