import { expect, test } from "vitest";
import { lintBody, lintText } from "./lint-text.ts";

/** Put together here, so that no scanner takes this file for a leak. */
const letters = "Zq7Rw2Lm9Xc4Vb6Nn1Kp8Jh3Gf5Ds0AaTyUiOpE";
const secrets = [
  ["AKIA", "Q7R2L9X4V6N1K8J3"].join(""),
  `ghp_${letters.slice(0, 36)}`,
  `sk-proj-${letters}`,
  `AIza${letters.slice(0, 35)}`,
  `xoxb-${letters.slice(0, 24)}`,
  `sk_live_${letters.slice(0, 24)}`,
  `postgres://user:${letters.slice(0, 12)}@db.shop.org/x`,
  `api_key: "${letters.slice(0, 32)}"`,
  `eyJ${letters.slice(0, 20)}.eyJ${letters.slice(0, 20)}.${letters.slice(0, 30)}`,
  `-----BEGIN RSA PRIVATE KEY-----\n${letters}${letters}`,
];

test.each(secrets)("finds %s", (secret) => {
  const faults = lintText(`---\nname: a\ndescription: About a.\n---\nUse ${secret}.\n`);
  expect(faults.map((fault) => fault.code)).toEqual(["SKILL_SECRET"]);
  expect(JSON.stringify(faults)).not.toContain(letters.slice(5, 12));
});

test("says what it seems to be, and where, but not what it is", () => {
  expect(lintText(`---\nname: a\ndescription: About a.\n---\nUse ${secrets[1]}.\n`)).toEqual([
    {
      code: "SKILL_SECRET",
      severity: "error",
      message: "A GitHub token seems to stand here: ghp_… (40 characters).",
      where: { file: "a/SKILL.md", line: 5, column: 5 },
      fix: "Revoke it, remove it, and give it to the tool through its environment.",
    },
  ]);
});

test.each([
  ["AKIA", "IOSFODNN7EXAMPLE"].join(""),
  "sk-your-key-goes-here-please",
  "sk-xxxxxxxxxxxxxxxxxxxxxxxx",
  'api_key: "YOUR_API_KEY_123456789012"',
  'password: "${PASSWORD}"',
  "postgres://user:password@host.org/x".replace("password", "<secret>"),
  "ghp_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
])("takes %s for an example", (text) => {
  expect(lintBody(`Use ${text}.\n`)).toEqual([]);
});
