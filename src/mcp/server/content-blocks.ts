import type { ContentBlock } from "@modelcontextprotocol/server";
import { isPlainObject } from "../../base/json.ts";

/** An answer that says itself of which parts it is: texts, pictures, sound, links and resources. */
export interface ContentOutput {
  readonly content: readonly unknown[];
  /** The same as data, where a tool promises data. */
  readonly structuredContent?: unknown;
  readonly structured?: unknown;
}

/** True when every part of a tool's answer is one that MCP knows, so that it is handed on as it is. */
export function isContentOutput(output: unknown): output is ContentOutput {
  if (!isPlainObject(output) || !Array.isArray(output["content"])) return false;
  const { content } = output;
  return content.length > 0 && content.every((part: unknown) => toContentBlock(part) !== undefined);
}

/** The parts of an answer in MCP's form. */
export function toContentBlocks({ content }: ContentOutput): ContentBlock[] {
  return content.flatMap((part) => toContentBlock(part) ?? []);
}

function toContentBlock(part: unknown): ContentBlock | undefined {
  if (!isPlainObject(part)) return undefined;
  const extras = {
    ...(isPlainObject(part["annotations"]) && { annotations: part["annotations"] }),
    ...(isPlainObject(part["_meta"]) && { _meta: part["_meta"] }),
  };
  switch (part["type"]) {
    case "text":
      return isText(part["text"]) ? { ...extras, type: "text", text: part["text"] } : undefined;
    case "image":
    case "audio":
      return isText(part["data"]) && isText(part["mimeType"])
        ? { ...extras, type: part["type"], data: part["data"], mimeType: part["mimeType"] }
        : undefined;
    case "resource_link":
      return toLink(part, extras);
    case "resource":
      return toResource(part, extras);
    case "unsupported":
      return { ...extras, type: "text", text: `[a part of kind ${String(part["kind"])} that cannot be passed on]` };
    default:
      return undefined;
  }
}

type Extras = Pick<ContentBlock, "annotations" | "_meta">;
type Part = Readonly<Record<string, unknown>>;

function toLink(part: Part, extras: Extras): ContentBlock | undefined {
  const { uri, name, title, description, mimeType, size } = part;
  if (!isText(uri) || !isText(name)) return undefined;
  return {
    ...extras,
    type: "resource_link",
    uri,
    name,
    ...(isText(title) && { title }),
    ...(isText(description) && { description }),
    ...(isText(mimeType) && { mimeType }),
    ...(typeof size === "number" && { size }),
  };
}

/** A resource stands in a field of its own in MCP; in the answers of our own MCP tools its fields stand beside the type. */
function toResource(part: Part, extras: Extras): ContentBlock | undefined {
  const resource = isPlainObject(part["resource"]) ? part["resource"] : part;
  const { uri, mimeType, text, blob } = resource;
  if (!isText(uri)) return undefined;
  const head = { uri, ...(isText(mimeType) && { mimeType }) };
  if (isText(text)) return { ...extras, type: "resource", resource: { ...head, text } };
  return isText(blob) ? { ...extras, type: "resource", resource: { ...head, blob } } : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
