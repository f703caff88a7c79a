/** One parameter of an agent-sop procedure. */
export interface ProcedureParameter {
  readonly name: string;
  readonly required: boolean;
  /** As written, without the quotes around a text. */
  readonly default?: string;
  readonly description: string;
}

/** Reads the bullets below `## Parameters`: `- **name** (optional, default: "x"): what it is for`. */
export function parseParameters(lines: readonly string[]): ProcedureParameter[] {
  const heading = lines.findIndex((line) => /^#{2,6}\s+(?:parameters|参数)\s*$/i.test(line));
  if (heading === -1) return [];
  const section = lines.slice(heading + 1);
  const end = section.findIndex((line) => /^#{1,6}\s/.test(line));
  const parameters: ProcedureParameter[] = [];
  for (const line of end === -1 ? section : section.slice(0, end)) {
    const match = parameterLine.exec(line);
    if (match) parameters.push(toParameter(match[1]!, match[2]!, match[3]!));
    else if (line.startsWith("**")) break;
  }
  return parameters;
}

function toParameter(name: string, marks: string, description: string): ProcedureParameter {
  const written = /default\s*[:=]\s*(.+)$/i.exec(marks)?.[1]?.trim();
  const value = written?.replace(/^(["'`])(.*)\1$/, "$2");
  const required = /required|必填|必需/i.test(marks) && value === undefined;
  return { name, required, ...(value === undefined ? {} : { default: value }), description: description.trim() };
}

const parameterLine =
  /^[-*+]\s+(?:\*\*|`)([\w.-]{1,64})(?:\*\*|`)\s*[（(]((?:[^()（）]|\([^()]*\))*)[)）]\s*[:：]?\s*(.*)$/;
