import { usageError } from "./cli-errors.ts";
import type { CommandAction } from "./command.ts";

/** `sopwith skills`: each subcommand is loaded when it is asked for. */
export const skillsCommand: CommandAction = async (args, terminal) => {
  const [sub = "list", ...words] = args.words;
  const limit = limits[sub];
  if (limit !== undefined && words.length > limit)
    throw usageError(`"${words[limit]}" is one word too many.`, "See npx sopwith help skills.");
  const run = await load(sub);
  return run(args, terminal);
};

async function load(sub: string): Promise<CommandAction> {
  if (sub === "show") return (await import("./skills-show.ts")).showSkill;
  if (sub === "check") return (await import("./skills-check.ts")).checkSkillFolders;
  if (sub === "test") return (await import("./skills-test.ts")).testSkills;
  if (sub === "search") return (await import("./skills-search.ts")).searchSkills;
  if (sub === "new") return (await import("./skills-new.ts")).newSkill;
  return (await import("./skills-list.ts")).listSkills;
}

/** Most words behind a subcommand; those that are not named take any number. */
const limits: Readonly<Record<string, number>> = { list: 0, show: 1, new: 1 };
