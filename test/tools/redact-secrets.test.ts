import { expect, test } from "vitest";
import { redactSecrets } from "../../src/tools/redact-secrets.ts";

// Put together here, so that no scanner takes this file for a leak.
const key = ["sk", "proj", "abcdEFGH12345678"].join("-");
const fence = (edge: string): string => `-----${edge} RSA ${["PRIVATE", "KEY"].join(" ")}-----`;
const google = ["AI", "zaSyA1234567890abcdefghijklmnopqrstuvw"].join("");
const token = ["ghp", "a".repeat(36)].join("_");

test.each([
  ["Authorization: Bearer abc.def-123456", "Authorization: Bearer [secret]"],
  [`key ${key} refused`, "key [secret] refused"],
  [`token ${token}`, "token [secret]"],
  ["postgres://app:hunter2@db:5432/x", "postgres://[secret]@db:5432/x"],
  ["https://host/path?api_key=abcd1234&x=1", "https://host/path?api_key=[secret]&x=1"],
  ['{"password":"hunter2!"}', '{"password":"[secret]"}'],
  ["?token=abcdef1234567890", "?token=[secret]"],
  ["secret=abcdef1234567890", "secret=[secret]"],
  ["token: abcdef1234567890", "token: [secret]"],
  ["AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG", "AWS_SECRET_ACCESS_KEY=[secret]"],
  ["Authorization: Token abcdefghijklmnop", "Authorization: Token [secret]"],
  ["Set-Cookie: sid=abc; Path=/", "Set-Cookie: [secret]"],
  ["postgres://u:p/ss@h", "postgres://[secret]@h"],
  ["postgres://u:p@ss@h/db", "postgres://[secret]@h/db"],
  ['{\\"password\\":\\"hunter2!\\"}', '{\\"password\\":\\"[secret]\\"}'],
  ['{"password":"a\\"b, c","x":1}', '{"password":"[secret]","x":1}'],
  ["密码：hunter22", "密码：[secret]"],
  [`${fence("BEGIN")}\nMII\n${fence("END")} x`, "[secret] x"],
  [["sk", "live", "abcdefghijklmnop1234"].join("_"), "[secret]"],
  [google, "[secret]"],
  ["Unexpected token: identifier", "Unexpected token: identifier"],
  ["max_tokens: 4096", "max_tokens: 4096"],
  ["authorization: denied", "authorization: denied"],
  ["密码：错误，请重试", "密码：错误，请重试"],
  ['"password":"[secret]"', '"password":"[secret]"'],
  ["nothing here: https://host:80/a@b", "nothing here: https://host:80/a@b"],
  ["the bearer of news", "the bearer of news"],
])("%j becomes %j", (text, clean) => {
  expect(redactSecrets(text)).toBe(clean);
});
