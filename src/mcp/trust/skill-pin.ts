import { createHash } from "node:crypto";
import { canonicalJson } from "../../base/json.ts";

/** A skill of a server as somebody agreed to it. */
export interface SkillPin {
  /** 32 hex digits over the names of server and skill, and its files. */
  readonly fingerprint: string;
  /** Its files by path, each with the digest of its bytes. */
  readonly files: Readonly<Record<string, string>>;
}

/** The pin of a skill with these files. */
export function toSkillPin(server: string, name: string, files: SkillPin["files"]): SkillPin {
  const whole = canonicalJson({ server, name, files });
  return { fingerprint: createHash("sha256").update(whole).digest("hex").slice(0, 32), files };
}
