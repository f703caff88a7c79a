import { expect, test } from "vitest";
import { namedTools } from "../../src/skills/step-tools.ts";

test.each([
  ["call `weather/get_current` then `notify/send`", ["weather/get_current", "notify/send"]],
  ["call `events/cancel@1.2.0`, `a/b@2`", ["events/cancel@1.2.0", "a/b@2"]],
  ["call `events/cancel(eventId)` and `orders/get()`", ["events/cancel", "orders/get"]],
  ["call ``weather/get`` and ` notify/send `", ["weather/get", "notify/send"]],
  ["`references/policy`, `references/policy.md`, `scripts/run`, `assets/a`", []],
  ["`./a/b`, `/a/b`, `src/main.ts`, `../x/y`, `docs/guide.md`", []],
  ["`application/json`, `text/html`, `text/summarise`", ["text/summarise"]],
  ["`a/b/c`, `name`, `get_weather()`, `a / b`, `npm run a/b`", []],
  ["events/cancel without backticks, an open `a/b", []],
  ["`https://example.com/a`", []],
])("%s", (text, tools) => {
  expect(namedTools(text).map((tool) => tool.name)).toEqual(tools);
});
