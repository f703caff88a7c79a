import { type Document, isMap, isNode, isScalar, LineCounter, parseDocument, visit } from "yaml";
import type { z } from "zod";
import { type Diagnostic, messageOf } from "../base/errors.ts";
import { previewJson } from "../base/json.ts";
import { joinNames, nearestNames } from "../base/names.ts";
import type { SourceLocation } from "../base/source-location.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { rehearsalInvalid, rehearsalMistake } from "./rehearsal-errors.ts";
import { rehearsalSchema } from "./rehearsal-schema.ts";
import { subjectMistakes } from "./rehearsal-subject.ts";
import { schemaKeysAt } from "./schema-keys.ts";

/**
 * Reads a rehearsal.
 *
 * @throws `REHEARSAL_INVALID` with all mistakes of the file, each with line and column
 */
export function parseRehearsal(text: string, source: { readonly file: string }): Rehearsal {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const place = (path: readonly PropertyKey[]): SourceLocation => locate(document, path, { file: source.file, lines });
  const syntax = syntaxMistakes(document, { file: source.file, lines });
  if (syntax.length > 0) throw rehearsalInvalid(source.file, syntax);
  const written = readValue(document, source.file);
  const checked = rehearsalSchema.safeParse(written);
  const mistakes = [
    ...(checked.error?.issues ?? []).flatMap((issue) => toDiagnostics(issue, written, place)),
    ...subjectMistakes(written).map(({ path, message }) => rehearsalMistake(message, place(path))),
  ];
  if (mistakes.length > 0 || !checked.success) throw rehearsalInvalid(source.file, mistakes);
  const lineOf = (key: string, index: number): number => place([key, index]).line ?? 1;
  return {
    ...checked.data,
    file: source.file,
    turns: checked.data.turns.map((turn, index) => ({ ...turn, line: lineOf("turns", index) })),
    decisions: checked.data.decisions.map((decision, index) => ({ ...decision, line: lineOf("decisions", index) })),
  };
}

/** What is wrong with the YAML itself. Aliases that refer to nothing are among it, since reading one would throw. */
function syntaxMistakes(document: Document, source: Lines): Diagnostic[] {
  const mistake = (message: string, offset: number): Diagnostic => {
    const { line, col } = source.lines.linePos(offset);
    return rehearsalMistake(message, { file: source.file, line, column: col });
  };
  const found = [...document.errors, ...document.warnings].map((fault) =>
    mistake(sentence(fault.message), fault.pos[0]),
  );
  visit(document, {
    Alias: (_key, alias) => {
      if (alias.resolve(document)) return;
      found.push(mistake(`The alias *${alias.source} refers to nothing above it.`, alias.range?.[0] ?? 0));
    },
  });
  return found;
}

/** The plain value; refuses aliases that would unfold without end. */
function readValue(document: Document, file: string): unknown {
  try {
    return document.toJS({ maxAliasCount: 100 });
  } catch (error) {
    throw rehearsalInvalid(file, [rehearsalMistake(sentence(messageOf(error)), { file, line: 1, column: 1 })]);
  }
}

/** A file and where its lines begin. */
interface Lines {
  readonly file: string;
  readonly lines: LineCounter;
}

/** The place of the value at `path`, or of the nearest thing around it that is in the file. */
function locate(document: Document, path: readonly PropertyKey[], source: Lines): SourceLocation {
  for (let length = path.length; length >= 0; length -= 1) {
    const node = length === 0 ? document.contents : nodeAt(document, path.slice(0, length));
    const start = isNode(node) ? node.range?.[0] : undefined;
    if (start === undefined) continue;
    const { line, col } = source.lines.linePos(start);
    return { file: source.file, line, column: col };
  }
  return { file: source.file, line: 1, column: 1 };
}

/** The key where the path ends in a mapping, the item where it ends in a list. */
function nodeAt(document: Document, path: readonly PropertyKey[]): unknown {
  const key = path.at(-1);
  const parent: unknown = path.length === 1 ? document.contents : document.getIn(path.slice(0, -1), true);
  if (!isMap(parent)) return document.getIn(path, true);
  return parent.items.find((pair) => isScalar(pair.key) && pair.key.value === key)?.key;
}

function toDiagnostics(
  issue: z.core.$ZodIssue,
  written: unknown,
  place: (path: readonly PropertyKey[]) => SourceLocation,
): Diagnostic[] {
  const name = issue.path.length === 0 ? "the file" : issue.path.join(".");
  if (issue.code !== "unrecognized_keys") {
    const seen = issue.path.reduce<unknown>(
      (value, key) => (value as Record<PropertyKey, unknown> | undefined)?.[key],
      written,
    );
    const received = seen === undefined ? "" : `, seen ${previewJson(seen, 60)}`;
    return [rehearsalMistake(`${name}: ${issue.message}${received}.`, place(issue.path))];
  }
  const known = schemaKeysAt(rehearsalSchema, issue.path);
  return issue.keys.map((key) => {
    const nearest = nearestNames(key, known, 1);
    const fix = nearest.length > 0 ? `Did you mean ${nearest[0]}?` : `Known here: ${joinNames(known)}.`;
    return rehearsalMistake(`${name} has no key ${key}.`, place([...issue.path, key]), fix);
  });
}

/** The first line of a YAML message, without the place that it repeats. */
function sentence(message: string): string {
  const line = (message.split("\n", 1)[0] ?? "").replace(/ at line \d+, column \d+:?$/, "");
  return line.endsWith(".") ? line : `${line}.`;
}
