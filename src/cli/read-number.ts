import { usageError } from "./cli-errors.ts";
import type { CommandArguments } from "./command.ts";

/** An option that counts from 1. @throws `USAGE` for anything else */
export function readNumber(args: CommandArguments, option: string): number | undefined {
  const words = args.value(option);
  if (words === undefined) return undefined;
  if (!/^[1-9]\d{0,8}$/.test(words))
    throw usageError(`--${option} is "${words}", and a number from 1 is expected.`, `Write for example: --${option} 1`);
  return Number(words);
}
