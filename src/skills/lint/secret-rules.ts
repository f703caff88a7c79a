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

const kinds: readonly { readonly kind: string; readonly pattern: RegExp }[] = [
  {
    kind: "A private key",
    pattern: /-----BEGIN (?:[A-Z]+ ){0,2}PRIVATE KEY-----\s+[A-Za-z0-9+/]{30,}[A-Za-z0-9+/=\s]{0,4000}/g,
  },
  { kind: "An AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: "A GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255})\b/g },
  { kind: "A GitLab token", pattern: /\bglpat-[A-Za-z0-9_-]{20,}\b/g },
  { kind: "A model provider's key", pattern: /\bsk-(?:ant-|proj-|or-v1-)?[A-Za-z0-9_-]{20,200}\b/g },
  { kind: "A Google key", pattern: /\bAIza[0-9A-Za-z_-]{35}\b/g },
  { kind: "A Slack token", pattern: /\bxox[abprs]-[0-9A-Za-z-]{20,}\b/g },
  {
    kind: "A Slack webhook",
    pattern: /https:\/\/hooks\.slack\.com\/services\/T[A-Z0-9]{6,}\/B[A-Z0-9]{6,}\/[A-Za-z0-9]{20,}/g,
  },
  { kind: "A Stripe key", pattern: /\b[sr]k_live_[A-Za-z0-9]{20,}\b/g },
  { kind: "An npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: "A Telegram bot token", pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g },
  { kind: "A signed token", pattern: /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/g },
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
