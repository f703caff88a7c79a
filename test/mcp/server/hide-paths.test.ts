import { expect, test } from "vitest";
import { hidePaths } from "../../../src/mcp/server/hide-paths.ts";

test.each([
  ["open '/srv/keeper/shop/keys.txt'", "open 'keys.txt'"],
  ["at /tmp/a/b:12", "at b:12"],
  ["file:///srv/shop/keys.txt is not read", "keys.txt is not read"],
  ["C:\\Users\\keeper\\keys.txt is gone", "keys.txt is gone"],
  ["D:\\ is full", "D: is full"],
  ["look at https://example.org/srv/page", "look at https://example.org/srv/page"],
  ["weather/get_current and /v1/users stay", "weather/get_current and /v1/users stay"],
  ["/items/0 is no number", "/items/0 is no number"],
])("%s", (text, shown) => {
  expect(hidePaths(text)).toBe(shown);
});
