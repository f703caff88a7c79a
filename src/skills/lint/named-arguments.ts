import { codeSpans, type CodeSpan } from "../code-spans.ts";
import { namedTools } from "../step-tools.ts";

/** An argument that a text names for a tool, with where it stands. */
export interface NamedArgument {
  readonly tool: string;
  readonly name: string;
  readonly offset: number;
}

/**
 * The arguments that a text names: between a tool's call parentheses (`` `weather/get(city, unit: "C")` ``), and in code
 * spans that follow it as its arguments (`` `weather/get` with the arguments `city` and `unit` ``, or
 * `` with `city=Rome` ``). A bare word behind "with" may be a value, so it counts only where the text says "argument".
 */
export function namedArguments(text: string): NamedArgument[] {
  const spans = codeSpans(text);
  const indexOf = new Map(spans.map((span, index) => [span.start, index]));
  return namedTools(text).flatMap((tool) => {
    const index = indexOf.get(tool.start);
    if (index === undefined) return [];
    const following = spans.slice(index, index + maxFollowing);
    return [...callArguments(following[0]!, tool.name), ...followingArguments(text, following, tool.name)];
  });
}

function callArguments(span: CodeSpan, tool: string): NamedArgument[] {
  const content = span.content.slice(0, maxCallLength);
  const open = content.indexOf("(");
  if (open === -1) return [];
  const close = content.lastIndexOf(")");
  const inner = blankNested(content.slice(open + 1, close > open ? close : undefined));
  const innerStart = span.end - (span.end - span.start - span.content.length) / 2 - span.content.length + open + 1;
  const found: NamedArgument[] = [];
  let start = 0;
  for (const part of inner.split(",")) {
    const match = keyInCall.exec(part);
    const name = match?.[1] ?? match?.[2];
    if (name !== undefined) found.push({ tool, name, offset: innerStart + start + part.indexOf(name) });
    start += part.length + 1;
  }
  return found.filter(({ name }) => !literals.has(name));
}

/** Code spans behind the tool's, as long as only commas and "and" stand between them. */
function followingArguments(text: string, [tool, ...rest]: readonly CodeSpan[], name: string): NamedArgument[] {
  if (!tool) return [];
  const found: NamedArgument[] = [];
  let end = tool.end;
  let saysArgument = false;
  for (const [position, span] of rest.entries()) {
    const between = text.slice(end, Math.min(span.start, end + 100));
    const lead = position === 0 ? leadsIn.exec(between) : joins.exec(between);
    if (!lead) break;
    if (position === 0) saysArgument = lead[1] !== undefined;
    const match = /^([A-Za-z_]\w*)(\s*[=:])?/.exec(span.content);
    const isBare = match?.[0] === span.content;
    if (match && (match[2] !== undefined || (isBare && saysArgument)))
      found.push({ tool: name, name: match[1]!, offset: text.indexOf(span.content, span.start) });
    end = span.end;
  }
  return found;
}

/** What stands in quotes, brackets and inner braces is a value: blanks take its place. */
function blankNested(text: string): string {
  return text
    .replace(/"[^"]*"|'[^']*'(?!\s*:)/g, (value) => keepKey(value))
    .replace(/\[[^\]]*\]|\([^)]*\)|(?<=:\s*)\{[^}]*\}/g, blank);
}

/** A quoted word may be a key: `"city": 1`. Anything else between quotes is a value. */
function keepKey(value: string): string {
  return /^["'][A-Za-z_$][\w$]*["']$/.test(value) ? value : blank(value);
}

function blank(text: string): string {
  return " ".repeat(text.length);
}

/** Longer calls, and more code spans behind a tool, are not read to their end. */
const maxCallLength = 2000;
const maxFollowing = 20;
/** `city`, `city: ...`, `city=...`, `"city": ...`; a quoted word without a colon is a value. */
const keyInCall = /^[\s{]*(?:["']([A-Za-z_$][\w$]*)["']\s*[=:]|([A-Za-z_$][\w$]*)\s*(?:[=:}]|$))/;
const leadsIn =
  /^\s*,?\s*(?:with|passing|using|given|by|带上?|传入|使用|参数为?)\s*(?:the\s+|its\s+)?((?:only\s+)?(?:arguments?|parameters?|fields?|参数|字段)[:：]?)?\s*$/i;
const joins = /^\s*(?:,|，|、|and|,\s*and|与|和|及)\s*(?:the\s+)?$/i;
const literals: ReadonlySet<string> = new Set(["true", "false", "null", "undefined"]);
