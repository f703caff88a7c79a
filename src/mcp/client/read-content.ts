import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import type { McpContent } from "./mcp-content.ts";

type Fields = Readonly<Record<string, unknown>>;

/** Reads one part of an answer. Never throws: what is not known, or not whole, is kept as it came. */
export function readContent(part: unknown): McpContent {
  if (!isPlainObject(part)) return { type: "unsupported", kind: typeof part, value: part as JsonValue };
  return readKnown(part) ?? { type: "unsupported", kind: String(part["type"]), value: part as JsonObject };
}

function readKnown(part: Fields): McpContent | undefined {
  const { type, text, data, mimeType, resource, ...rest } = part;
  switch (type) {
    case "text":
      return typeof text === "string" ? { type, text, ...metaOf(rest) } : undefined;
    case "image":
    case "audio":
      if (typeof data !== "string") return undefined;
      return {
        type,
        data,
        mimeType: typeof mimeType === "string" ? mimeType : "application/octet-stream",
        ...metaOf(rest),
      };
    case "resource_link":
      return readLink(part);
    case "resource":
      return isPlainObject(resource) ? readResource(resource, rest) : undefined;
    default:
      return undefined;
  }
}

function readLink(part: Fields): McpContent | undefined {
  const { type: _, uri, name, title, description, mimeType, size, ...rest } = part;
  if (typeof uri !== "string") return undefined;
  return {
    type: "resource_link",
    uri,
    name: typeof name === "string" ? name : uri,
    ...(typeof title === "string" && { title }),
    ...(typeof description === "string" && { description }),
    ...(typeof mimeType === "string" && { mimeType }),
    ...(typeof size === "number" && { size }),
    ...metaOf(rest),
  };
}

/** The contents of a resource, as `resources/read` gives them and as answers embed them. */
export function readResource(resource: Fields, beside: Fields = {}): McpContent | undefined {
  const { uri, mimeType, text, blob, ...rest } = resource;
  if (typeof uri !== "string") return undefined;
  return {
    type: "resource",
    uri,
    ...(typeof mimeType === "string" && { mimeType }),
    ...(typeof text === "string" && { text }),
    ...(typeof blob === "string" && { blob }),
    ...metaOf({ ...rest, ...beside }),
  };
}

function metaOf(rest: Fields): { readonly meta?: JsonObject } {
  for (const _ in rest) return { meta: rest as JsonObject };
  return {};
}
