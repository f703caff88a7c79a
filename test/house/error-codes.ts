import { nodesWithin, type SourceFile, type SyntaxNode } from "./source-file.ts";

const CODE = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$/;
const CODE_OF_SEVERAL_WORDS = /^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/;
/** Codes of Node, and names of environment variables. */
const FOREIGN = /^(ERR_|OPENAI_|SOPWITH_|NODE_(ENV|OPTIONS)$|(NO|FORCE)_COLOR$)/;

/**
 * The error codes a file brings into the world: values and types of a field `code`, members of a type named `...Code`,
 * and codes of several words that are handed to a function.
 */
export function codesIn(file: SourceFile): string[] {
  return [...new Set(file.nodes.flatMap(codesAt))].filter((code) => !FOREIGN.test(code));
}

/** The codes a page explains: those that begin a heading, a list item or the row of a table. */
export function codesExplained(markdown: string): string[] {
  const beginnings = markdown.matchAll(/^(?:#+\s+|\|\s*|[-*]\s+)[`*]*([A-Z][A-Z0-9_]{2,})[`*]*(?=\s|$|\||[.:,])/gm);
  return [...beginnings].flatMap(([, code]) => (code === undefined ? [] : [code]));
}

function codesAt(node: SyntaxNode): string[] {
  if (node.type === "Property" && nameOf(node["key"]) === "code") return literals(node["value"], CODE);
  if (node.type === "TSPropertySignature" && nameOf(node["key"]) === "code")
    return literals(node["typeAnnotation"], CODE);
  if (node.type === "TSTypeAliasDeclaration" && nameOf(node["id"])?.endsWith("Code"))
    return literals(node["typeAnnotation"], CODE);
  if (node.type === "CallExpression") return ownArguments(node["arguments"]);
  return [];
}

function ownArguments(values: unknown): string[] {
  if (!Array.isArray(values)) return [];
  return values.flatMap((value: SyntaxNode) =>
    value.type === "Literal" ? literals(value, CODE_OF_SEVERAL_WORDS) : [],
  );
}

function literals(node: unknown, form: RegExp): string[] {
  return nodesWithin(node).flatMap(({ type, value }) => {
    return type === "Literal" && typeof value === "string" && form.test(value) ? [value] : [];
  });
}

function nameOf(node: unknown): string | undefined {
  const [first] = nodesWithin(node);
  return typeof first?.["name"] === "string" ? first["name"] : undefined;
}
