import type { JsonObject, JsonValue } from "../../base/json.ts";

/** One part of what a server answered. Everything the server said of it is kept in `meta`. */
export type McpContent =
  | { readonly type: "text"; readonly text: string; readonly meta?: JsonObject }
  /** `data` is base64, as it came. */
  | { readonly type: "image" | "audio"; readonly data: string; readonly mimeType: string; readonly meta?: JsonObject }
  /** A link is never followed by itself. */
  | {
      readonly type: "resource_link";
      readonly uri: string;
      readonly name: string;
      readonly title?: string;
      readonly description?: string;
      readonly mimeType?: string;
      readonly size?: number;
      readonly meta?: JsonObject;
    }
  | {
      readonly type: "resource";
      readonly uri: string;
      readonly mimeType?: string;
      /** One of `text` and `blob` (base64) is there. */
      readonly text?: string;
      readonly blob?: string;
      readonly meta?: JsonObject;
    }
  /** A kind of part that is not known; as it came. */
  | { readonly type: "unsupported"; readonly kind: string; readonly value: JsonValue };
