import type { ToolRoute } from "./tool-route.ts";

/** What is decided about tools beside their code, by a config or by operators. Names that nothing is registered under are kept. */
export interface ToolAdjustments {
  readonly routes: readonly ToolRoute[];
  /** Toolsets that are off. */
  readonly offToolsets: readonly string[];
  /** Tools that are off, by name: all their versions. */
  readonly offTools: readonly string[];
  /**
   * Tool name to what models are told in place of its description. A tool that has an `appearance` says itself what it
   * looks like, and keeps that.
   */
  readonly descriptions: Readonly<Record<string, string>>;
}
