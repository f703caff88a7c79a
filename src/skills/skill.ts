import type { Diagnostic } from "../base/errors.ts";
import type { JsonValue } from "../base/json.ts";
import type { Sop } from "./sop.ts";

/** What the index knows of a skill: enough to list it and to choose it. */
export interface SkillSummary {
  readonly name: string;
  readonly description: string;
  /** Path of the SKILL.md. */
  readonly location: string;
  /** The folder that holds it; resources are read from inside it only. */
  readonly folder: string;
  /** The skill says `disable-model-invocation`: no model is offered it. A node that names it runs it all the same. */
  readonly notForModels?: true;
  /** Who wrote it, where it is not the project's own: the name of an MCP server. */
  readonly origin?: string;
}

/** A skill as read from its SKILL.md. */
export interface Skill extends SkillSummary {
  /** SHA-256 (hex) of the SKILL.md's bytes: the version that a run keeps. */
  readonly hash: string;
  /** The Markdown after the front matter, byte for byte as in the file. */
  readonly body: string;
  /** Line of the SKILL.md on which the body starts, from 1. */
  readonly bodyLine: number;
  /**
   * The tools the skill limits itself to, split into entries whatever the spelling (spaces, commas, list).
   * Absent: no limit of its own. Present but unreadable: an empty list, so nothing is allowed.
   */
  readonly allowedTools?: readonly string[];
  readonly license?: string;
  readonly compatibility?: string;
  readonly metadata: Readonly<Record<string, JsonValue>>;
  /** Keys outside the specification, kept as they were. */
  readonly extra: Readonly<Record<string, JsonValue>>;
  /** From the `sop` block if there is one without errors, else from the words of the body. */
  readonly sop: Sop;
  /** There is an `sop` block, and it has errors: less is checked than the author meant. */
  readonly isSopBlockBroken?: true;
  /** What was found wrong and loaded all the same. */
  readonly diagnostics: readonly Diagnostic[];
}
