export type { JsonValue } from "./base/json.ts";
