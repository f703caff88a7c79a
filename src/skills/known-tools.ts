/** What an SOP can be checked against: the tools that a skill will meet. */
export interface KnownTools {
  /** Every tool's name, without versions. */
  readonly names: readonly string[];
  /** Whether there may be a tool of this name that is not there now, so that it is not wrong. @default none */
  isExpected?(tool: string): boolean;
  /** Names of a tool's arguments. `undefined` when they are not known or open, so that none is wrong. */
  argumentsOf(tool: string): readonly string[] | undefined;
}
