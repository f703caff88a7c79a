import type { CommandInfo } from "./command.ts";

/** The help of the whole program. */
export function programHelp(commands: readonly CommandInfo[]): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  return [
    "sopwith runs workflows of skills.",
    "",
    "Usage: sopwith <command> [options]",
    "",
    ...commands.map((command) => `  ${command.name.padEnd(width)}  ${command.about}`),
    "",
    "  sopwith help <command>  options of one command",
    "  sopwith --version       the version",
    "",
    "Without OPENAI_API_KEY a run is a rehearsal: a script plays the model.",
    "Exit codes: 0 completed, 1 failed, 2 usage, 3 waiting, 4 degraded, 5 cancelled, 130 stopped.",
    "",
  ].join("\n");
}

/** The help of one command. */
export function commandHelp(command: CommandInfo): string {
  const names = Object.entries(command.options).map(([name, option]) => {
    return [[`--${name}`, ...(option.takes ?? []).map((value) => `<${value}>`)].join(" "), option.about] as const;
  });
  const width = Math.max(...names.map(([name]) => name.length));
  return [
    command.about,
    "",
    ...command.usage.map((usage, index) => `${index === 0 ? "Usage:" : "      "} sopwith ${usage}`),
    "",
    ...names.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`),
    "",
  ].join("\n");
}
