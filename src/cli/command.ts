import type { Terminal } from "./terminal.ts";

/** One option of a command. */
export interface CommandOption {
  /** Names of the values it takes, for the help: none, one or two. */
  readonly takes?: readonly string[];
  /** May be given several times. */
  readonly multiple?: boolean;
  readonly about: string;
}

/** What is known of a command without loading it. */
export interface CommandInfo {
  readonly name: string;
  readonly about: string;
  /** Lines of usage, without the name of the program. */
  readonly usage: readonly string[];
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Fewest and most words that are no options. */
  readonly words: { readonly min: number; readonly max: number };
  /** Subcommands, where the first word is one. */
  readonly subcommands?: readonly string[];
  /** What to do about an option that it does not have and that is near to none. @default see its help */
  readonly unknownOptionHint?: string;
  /** Loads the code that runs it. */
  readonly load: () => Promise<CommandAction>;
}

/** Runs a command and answers its exit code. */
export type CommandAction = (args: CommandArguments, terminal: Terminal) => Promise<number>;

/** A command line that was read. */
export interface CommandArguments {
  readonly words: readonly string[];
  /** True when the option was given. */
  has(option: string): boolean;
  /** The value of an option; the last one if there are several. */
  value(option: string): string | undefined;
  /** Every value of an option, in order: one entry of as many texts as the option takes. */
  all(option: string): readonly (readonly string[])[];
}
