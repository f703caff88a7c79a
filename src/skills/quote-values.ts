import { parseYaml } from "./parse-yaml.ts";

/** A value that was put between quotes so that its text could be read. */
export interface QuotedValue {
  readonly key: string;
  /** Offset of the value in the text that was given. */
  readonly offset: number;
  /** Where in the value the trouble sits: the first `: `, else its start. */
  readonly faultOffset: number;
}

/**
 * Puts quotes around the plain top-level values that make no sense as YAML: `description: Ship flow: test, tag` is what
 * most authors of broken skills wrote. Block scalars and quoted values are left alone, and lines stay where they are.
 */
export function quoteBrokenValues(yaml: string): { readonly yaml: string; readonly quoted: readonly QuotedValue[] } {
  const quoted: QuotedValue[] = [];
  const fixed = yaml.replace(entryPattern, (entry: string, ...groups: unknown[]) => {
    const [head, value, start] = [String(groups[0]), String(groups[1]).trimEnd(), Number(groups[2])];
    if (value === "" || meantAsYaml.test(value) || parseYaml(entry).faults.length === 0) return entry;
    const offset = start + head.length;
    const colon = /^[[{]/.test(value) ? 0 : value.search(/:(?:\s|$)/);
    quoted.push({ key: head.slice(0, head.indexOf(":")), offset, faultOffset: offset + Math.max(0, colon) });
    return `${head}'${value.replaceAll("'", "''")}'${entry.slice(head.length + value.length)}`;
  });
  return { yaml: fixed, quoted };
}

/** A key at column 0 and what follows it: the rest of its line, and the indented or blank lines below. */
const entryPattern = /^([A-Za-z_][\w .-]*:[ \t]+)([^\n]+(?:\n(?:[ \t]+[^\n]*)?(?=\n|$))*)/gm;

/** Quoted values, block scalars, comments, anchors, tags and lone aliases: their faults are not those of plain text. */
const meantAsYaml = /^(?:["'|>#&!]|\*[\w-]+$)/;
