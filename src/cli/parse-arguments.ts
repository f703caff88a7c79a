import { joinNames, nearestNames } from "../base/names.ts";
import { unknownOption, usageError } from "./cli-errors.ts";
import type { CommandArguments, CommandInfo, CommandOption } from "./command.ts";

/**
 * Reads a command's line. Options may stand anywhere; after `--` everything is a word.
 *
 * @throws `USAGE` for an unknown option (with the nearest), a missing or unwanted value, too few or too many words
 */
export function parseArguments(info: CommandInfo, argv: readonly string[]): CommandArguments {
  const found = new Map<string, (readonly string[])[]>();
  const words: string[] = [];
  for (let at = 0; at < argv.length; at += 1) {
    const text = argv[at]!;
    if (text === "--") {
      words.push(...argv.slice(at + 1));
      break;
    }
    if (!/^--?[a-z]/i.test(text)) {
      words.push(text);
      continue;
    }
    const [name, inline] = splitOption(text);
    const option = info.options[name];
    if (!option || !text.startsWith("--")) throw unknownOption(text.split("=", 1)[0]!, info);
    const values = readValues({ info, name, option }, inline, argv.slice(at + 1));
    at += values.length - (inline === undefined ? 0 : 1);
    addValues(found, { info, name, option }, values);
  }
  checkWords(info, words);
  return {
    words,
    has: (option) => found.has(option),
    value: (option) => found.get(option)?.at(-1)?.[0],
    all: (option) => found.get(option) ?? [],
  };
}

interface Named {
  readonly info: CommandInfo;
  readonly name: string;
  readonly option: CommandOption;
}

function splitOption(text: string): [string, string | undefined] {
  const body = text.replace(/^--?/, "");
  const equals = body.indexOf("=");
  return equals === -1 ? [body, undefined] : [body.slice(0, equals), body.slice(equals + 1)];
}

function readValues({ info, name, option }: Named, inline: string | undefined, rest: readonly string[]): string[] {
  const takes = option.takes ?? [];
  const values = inline === undefined ? [] : [inline];
  const help = `See npx sopwith help ${info.name}.`;
  if (values.length > takes.length) throw usageError(`--${name} takes no value, but has "${inline}".`, help);
  while (values.length < takes.length) {
    const next = rest[values.length - (inline === undefined ? 0 : 1)];
    if (next === undefined || /^--[a-z]/i.test(next)) {
      throw usageError(
        `--${name} needs ${joinNames(takes.map((value) => `<${value}>`))}.`,
        `Write: --${name} ${takes.map((value) => `<${value}>`).join(" ")}`,
      );
    }
    values.push(next);
  }
  return values;
}

function addValues(
  found: Map<string, (readonly string[])[]>,
  { info, name, option }: Named,
  values: readonly string[],
): void {
  const before = found.get(name);
  if (before && !option.multiple && option.takes)
    throw usageError(`--${name} is given twice.`, `See npx sopwith help ${info.name}.`);
  found.set(name, [...(before ?? []), values]);
}

function checkWords(info: CommandInfo, words: readonly string[]): void {
  const usage = `Usage: sopwith ${info.usage[0]}`;
  const sub = words[0];
  if (info.subcommands && sub !== undefined && !info.subcommands.includes(sub)) {
    const nearest = nearestNames(sub, info.subcommands, 1);
    const hint = nearest.length > 0 ? `Did you mean ${nearest[0]}?` : `It has ${joinNames(info.subcommands)}.`;
    throw usageError(`\`sopwith ${info.name}\` has no subcommand "${sub}".`, hint);
  }
  if (words.length < info.words.min) throw usageError(`\`sopwith ${info.name}\` needs more words.`, usage);
  if (words.length > info.words.max) throw usageError(`"${words[info.words.max]}" is one word too many.`, usage);
}
