import type { JsonObject, JsonValue } from "../base/json.ts";

/** A tool whose answers a test writes down, so that a skill can be tested without code. */
export interface ScriptedTool {
  /** Taken where the project has no tool of this name, as are `effect` and `input`. @default the name */
  readonly description?: string;
  /** @default "read" */
  readonly effect?: "read" | "write" | "destructive";
  /** JSON Schema of the arguments. @default any arguments */
  readonly input?: JsonObject;
  /** The first whose `with` stands in the arguments answers; a call that fits none fails. */
  readonly answers: readonly ScriptedAnswer[];
}

/** One answer of a scripted tool. */
export interface ScriptedAnswer {
  /** What must stand in the arguments, mappings compared key by key. Empty: any arguments. */
  readonly with: JsonObject;
  readonly output?: JsonValue;
  /** In place of `output`: the call fails with this text, for certain without effect. */
  readonly error?: string;
}
