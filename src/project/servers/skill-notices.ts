import { joinNames } from "../../base/names.ts";
import type { McpNotice, McpServers } from "../../mcp/client/mcp-servers.ts";
import type { McpLockTrust } from "../../mcp/trust/mcp-lock-trust.ts";
import { reviewSkills } from "../../mcp/trust/review-skills.ts";
import { acceptCommand } from "../../mcp/trust/trust-errors.ts";

/** What a look at the skills of a server needs. */
export interface SkillNoticesParts {
  readonly servers: McpServers;
  readonly trust: McpLockTrust;
  readonly tell: (notice: McpNotice) => void;
}

/**
 * Makes a look at the skills of a server that somebody agreed to: tells of those that it offers in another way now, or not
 * any more. Looks that come together are one. Skills that nobody uses are asked for by nobody.
 */
export function createSkillLook(server: string, { servers, trust, tell }: SkillNoticesParts): () => void {
  let looking: Promise<void> | undefined;
  let again = false;
  let told: readonly string[] = [];
  const look = async (): Promise<void> => {
    const agreed = await trust.agreedSkills(server);
    if (Object.keys(agreed).length === 0) return;
    const reviews = reviewSkills(await servers.skills(server), agreed);
    const messages = (["changed", "removed"] as const).flatMap((verdict) => {
      const names = reviews.filter((skill) => skill.verdict === verdict).map(({ name }) => `${server}/${name}`);
      return names.length === 0 ? [] : [messageOf(verdict, names, server)];
    });
    for (const message of messages) if (!told.includes(message)) tell({ server, level: "warning", message });
    told = messages;
  };
  const start = (): void => {
    if (looking) return void (again = true);
    // A server that is gone meanwhile is told of elsewhere.
    looking = look()
      .catch(() => undefined)
      .finally(() => {
        looking = undefined;
        if (!again) return;
        again = false;
        start();
      });
  };
  return start;
}

function messageOf(verdict: "changed" | "removed", names: readonly string[], server: string): string {
  const what = names.length === 1 ? `Its skill ${names[0]} is` : `Its skills ${joinNames(names)} are`;
  const how = verdict === "changed" ? "not what was agreed to" : "not there any more";
  return `${what} ${how}, so a run that begins now does not use ${names.length === 1 ? "it" : "them"}. Look at it with: ${acceptCommand(server)}`;
}
