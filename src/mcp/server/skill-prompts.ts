import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { isSopwithError } from "../../base/errors.ts";
import { hidePaths } from "./hide-paths.ts";
import type { ServedPrompt } from "./served-offers.ts";
import type { ServedSkills } from "./served-skills.ts";

/** The one argument that every skill takes as a prompt. */
const TASK = "task";

/** Skills as prompts: the body byte for byte, and what it is to be followed for, if that is given. */
export function skillPrompts(skills: ServedSkills): readonly ServedPrompt[] {
  return skills.list().map(({ name, description }) => ({
    name,
    description,
    arguments: [{ name: TASK, description: "What the procedure is followed for.", required: false }],
    get: async (values) => {
      const { body } = await readSkill(skills, name);
      const task = values[TASK];
      return [body, ...(task === undefined ? [] : [task])].map((text) => ({
        role: "user",
        content: { type: "text", text },
      }));
    },
  }));
}

async function readSkill({ library }: ServedSkills, name: string): ReturnType<ServedSkills["library"]["get"]> {
  try {
    return await library.get(name);
  } catch (error) {
    const why = isSopwithError(error) ? hidePaths(error.message) : "It cannot be read.";
    throw new ProtocolError(ProtocolErrorCode.InternalError, `The prompt "${name}" is not there: ${why}`);
  }
}
