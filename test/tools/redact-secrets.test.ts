import { expect, test } from "vitest";
import { redactSecrets } from "../../src/tools/redact-secrets.ts";

// Put together here, so that no scanner takes this file for a leak.
const key = ["sk", "proj", "abcdEFGH12345678"].join("-");
const token = ["ghp", "a".repeat(36)].join("_");

test.each([
  ["Authorization: Bearer abc.def-123456", "Authorization: Bearer [secret]"],
  [`key ${key} refused`, "key [secret] refused"],
  [`token ${token}`, "token [secret]"],
  ["postgres://app:hunter2@db:5432/x", "postgres://[secret]@db:5432/x"],
  ["https://host/path?api_key=abcd1234&x=1", "https://host/path?api_key=[secret]&x=1"],
  ['{"password":"hunter2!"}', '{"password":"[secret]"}'],
  ["nothing here: https://host:80/a@b", "nothing here: https://host:80/a@b"],
  ["the bearer of news", "the bearer of news"],
])("%j becomes %j", (text, clean) => {
  expect(redactSecrets(text)).toBe(clean);
});
