/** A form by which a secret is known wherever it stands. */
export interface SecretForm {
  /** With its article, as the beginning of a sentence. */
  readonly kind: string;
  /** Has the flag `g`; matches the secret and nothing else. */
  readonly pattern: RegExp;
}

/** Keys and tokens whose makers gave them a form of their own. Both the check of skills and the redaction use them. */
export const secretForms: readonly SecretForm[] = [
  { kind: "An AWS access key", pattern: /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/g },
  { kind: "A GitHub token", pattern: /\b(?:gh[pousr]_[A-Za-z0-9]{36,255}|github_pat_[A-Za-z0-9_]{50,255})\b/g },
  { kind: "A GitLab token", pattern: /\bglpat-[A-Za-z0-9_-]{20,}\b/g },
  { kind: "A model provider's key", pattern: /\bsk-(?:ant-|proj-|or-v1-)?[A-Za-z0-9_-]{20,200}\b/g },
  { kind: "A Google key", pattern: /\bAIza[0-9A-Za-z_-]{30,40}\b/g },
  { kind: "A Slack token", pattern: /\bx(?:ox[abeprs]|app)-[0-9A-Za-z-]{20,}\b/g },
  {
    kind: "A Slack webhook",
    pattern: /https:\/\/hooks\.slack\.com\/services\/T[A-Z0-9]{6,}\/B[A-Z0-9]{6,}\/[A-Za-z0-9]{20,}/g,
  },
  { kind: "A Stripe key", pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}\b/g },
  { kind: "An npm token", pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { kind: "A Hugging Face token", pattern: /\bhf_[A-Za-z0-9]{24,}\b/g },
  { kind: "A Telegram bot token", pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}\b/g },
  { kind: "A signed token", pattern: /\beyJ[A-Za-z0-9_-]{15,}\.eyJ[A-Za-z0-9_-]{15,}\.[A-Za-z0-9_-]{20,}/g },
];
