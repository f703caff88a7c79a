import { formatError, isSopwithError, messageOf } from "../base/errors.ts";
import { showHidden } from "../base/show-hidden.ts";
import { unknownCommand, unknownProgramOption } from "./cli-errors.ts";
import type { CommandInfo } from "./command.ts";
import { commands } from "./commands.ts";
import { EXIT, exitCodeOfError } from "./exit-code.ts";
import { commandHelp, programHelp } from "./help.ts";
import { fromFolder } from "./from-folder.ts";
import { parseArguments } from "./parse-arguments.ts";
import { readVersion } from "./read-version.ts";
import { processTerminal, type Terminal } from "./terminal.ts";

/**
 * Runs one command line and answers its exit code. Never throws: an error is printed to stderr.
 *
 * @param argv without the program: `["run", "event-safety"]`
 */
export async function main(argv: readonly string[]): Promise<number> {
  const terminal = processTerminal();
  try {
    return await dispatch(argv, terminal);
  } catch (error) {
    // Names and texts that stand in it may be anybody's.
    terminal.writeError(`${fromFolder(showHidden(describeError(error)), terminal.folder)}\n`);
    return exitCodeOfError(error);
  }
}

async function dispatch(argv: readonly string[], terminal: Terminal): Promise<number> {
  const [name = "--help", ...rest] = argv;
  if (name === "--version" || name === "-v") {
    terminal.write(`${await readVersion()}\n`);
    return EXIT.completed;
  }
  if (name === "--help" || name === "-h" || name === "help") {
    const topic = rest[0];
    terminal.write(topic === undefined ? programHelp(commands) : commandHelp(findCommand(topic)));
    return EXIT.completed;
  }
  if (name.startsWith("-")) throw unknownProgramOption(name.split("=", 1)[0]!);
  const command = findCommand(name);
  if (asksForHelp(rest)) {
    terminal.write(commandHelp(command));
    return EXIT.completed;
  }
  const args = parseArguments(command, rest);
  return (await command.load())(args, terminal);
}

function findCommand(name: string): CommandInfo {
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) throw unknownCommand(name, [...commands.map((candidate) => candidate.name), "help"]);
  return command;
}

function asksForHelp(words: readonly string[]): boolean {
  const options = words.includes("--") ? words.slice(0, words.indexOf("--")) : words;
  return options.some((word) => word === "--help" || word === "-h");
}

function describeError(error: unknown): string {
  if (!["", "0", "false"].includes(process.env["SOPWITH_DEBUG"] ?? "") && error instanceof Error)
    return `${formatError(error)}\n${error.stack ?? ""}`;
  if (isSopwithError(error)) return formatError(error);
  return `UNEXPECTED  ${messageOf(error)}\n  This is probably a mistake in sopwith. Set SOPWITH_DEBUG=1 for the stack.`;
}
