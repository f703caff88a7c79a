import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";

/** The values of an option that are written as `name=value`; `undefined` where there is none. @throws `USAGE` */
export function readPairs(args: CommandArguments, option: string): Record<string, string> | undefined {
  const written = args.all(option).map(([text = ""]) => text);
  if (written.length === 0) return undefined;
  return Object.fromEntries(
    written.map((text) => {
      const equals = text.indexOf("=");
      if (equals < 1) throw usageError(`--${option} ${text} has no value.`, `Write: --${option} <name>=<value>`);
      return [text.slice(0, equals), text.slice(equals + 1)];
    }),
  );
}
