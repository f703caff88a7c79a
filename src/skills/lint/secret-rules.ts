import { type SecretForm, secretForms } from "../../base/secret-forms.ts";
import type { Finding } from "./finding.ts";
import type { LintCheck } from "./lint-subject.ts";

/** Keys and passwords. What was found is never printed: its first letters and its length have to do. */
export const secretRules: LintCheck = ({ text, at }) => {
  const found: Finding[] = [];
  const taken: number[] = [];
  for (const { kind, pattern } of kinds) {
    for (const match of text.matchAll(pattern)) {
      const secret = match[1] ?? match[0];
      const offset = match.index + match[0].indexOf(secret);
      if (isPlaceholder(secret) || taken.includes(offset)) continue;
      taken.push(offset);
      found.push({
        code: "SKILL_SECRET",
        message: `${kind} seems to stand here: ${secret.slice(0, 4)}… (${secret.length} characters).`,
        where: at(offset),
        fix: "Revoke it, remove it, and give it to the tool through its environment.",
      });
    }
  }
  return found.slice(0, 20);
};

/** An example says so, or is made of one letter, of a run of digits or letters, or of a hole to fill in. */
function isPlaceholder(secret: string): boolean {
  if (exampleWords.test(secret)) return true;
  const letters = new Set(secret.replace(/^[a-zA-Z]{2,6}[-_]/, "").toLowerCase());
  return letters.size < 6 || /0123456789|123456789|abcdefgh/i.test(secret);
}

const exampleWords =
  /example|your|xxx|placeholder|change.?me|dummy|sample|redacted|fake|\.\.\.|…|[<>{}$*]|test.?key|insert|replace/i;

const kinds: readonly SecretForm[] = [
  {
    kind: "A private key",
    pattern: /-----BEGIN (?:[A-Z]+ ){0,2}PRIVATE KEY-----\s+[A-Za-z0-9+/]{30,}[A-Za-z0-9+/=\s]{0,4000}/g,
  },
  ...secretForms,
  {
    kind: "A password in an address",
    pattern: /\b[a-z][a-z0-9+]{2,12}:\/\/[^\s:/@]{2,40}:([^\s:/@]{6,80})@[a-z0-9.-]+\.[a-z]{2,}/gi,
  },
  {
    kind: "A key or password",
    pattern:
      /\b(?:api[_-]?key|secret[_-]?key|access[_-]?token|auth[_-]?token|client[_-]?secret|password)["']?\s*[:=]\s*["']((?=[^"'\s]*\d)(?=[^"'\s]*[A-Za-z])[A-Za-z0-9+/_=-]{20,200})["']/gi,
  },
];
