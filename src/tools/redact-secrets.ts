import { secretForms } from "../base/secret-forms.ts";

/** Names of which any value is a secret. */
const strong =
  "api[_-]?key|access[_-]?token|auth[_-]?token|refresh[_-]?token|client[_-]?secret|passw(?:or)?d|passphrase|pwd|" +
  "(?:secret|private|access|signing|encryption)[_-]?(?:access[_-]?)?key|密码|口令|密钥|令牌";
/** Names that stand in sentences too: only a value that no word looks like is a secret. */
const weak = "token|secret|(?:proxy-)?authorization|credentials?";
/** A word of a sentence has no digit and is not this long. */
const unlikeWord = "(?=[^\\s\"'&,;\\\\]*\\d|[^\\s\"'&,;\\\\]{16})";
const scheme = "(?:(?:bearer|basic|token|digest|apikey|negotiate|aws4-hmac-sha256)\\s+)?";
const value = "[^\\s\"'&,;\\\\，。；、]";

/** Shapes that are secrets wherever they stand. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/-----BEGIN [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----[\s\S]*?(?:-----END [A-Z0-9 ]*PRIVATE KEY[A-Z ]*-----|$)/g, "[secret]"],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, "$1 [secret]"],
  ...secretForms.map(({ pattern }): [RegExp, string] => [pattern, "[secret]"]),
  [/\bsk-[A-Za-z0-9_-]{8,}/g, "[secret]"],
  [/\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|xox[abprs]-[A-Za-z0-9-]{10,})\b/g, "[secret]"],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, "[secret]"],
  // A number after the colon is a port. On the web an @ after the path means nothing; elsewhere a password may hold all signs.
  [/\b(https?:\/\/)[^\s/:@]{0,300}:(?!\d{1,5}(?:[/?#]|$))(?:[^\s/"'<>]{0,300}@|[^\s"'<>@]{0,300}@)/gi, "$1[secret]@"],
  [/\b(https?:\/\/)[^\s/:@"']{16,300}@/gi, "$1[secret]@"],
  [
    /\b((?!https?:)[a-z][a-z0-9+.-]{1,20}:\/\/)[^\s/:@]{0,300}:(?!\d{1,5}(?:[/?#]|$))[^\s"'<>]{0,300}@/gi,
    "$1[secret]@",
  ],
  [/\b((?:set-)?cookie\\*["']?\s*[:=]\s*\\*["']?)(?=[^\r\n"'\\=]{0,200}=)[^\r\n"'\\]{4,}/gi, "$1[secret]"],
  // In quotes, which are escaped where JSON stands in JSON: up to the quote that is escaped as the first one was.
  [
    new RegExp(
      `((?:${strong}|${weak})\\\\*["']?\\s*[=:：]\\s*)(\\\\*)(["'])(?!\\2\\3)(?!\\[secret\\])(${scheme})[\\s\\S]*?(?:(?<!\\\\)\\2\\3|$)`,
      "gi",
    ),
    "$1$2$3$4[secret]$2$3",
  ],
  [new RegExp(`(${strong})(\\\\*["']?\\s*[=:：]\\s*\\\\*["']?)(?!\\[secret\\])${value}{4,}`, "gi"), "$1$2[secret]"],
  [
    new RegExp(`(${weak})(\\\\*["']?\\s*[=:：]\\s*\\\\*["']?${scheme})(?!\\[secret\\])${unlikeWord}${value}{8,}`, "gi"),
    "$1$2[secret]",
  ],
];

/** What one of the shapes has in it, whatever else it has. */
const suspicious =
  /PRIVATE KEY|bearer|basic|sk-|gh[pousr]_|github_pat_|xox[abeprs]-|xapp-|AKIA|ASIA|AIza|glpat-|[sr]k_|npm_|hf_|:AA|eyJ|:\/\/|key|token|passw|passphrase|pwd|secret|cookie|authorization|credential|密码|口令|密钥|令牌/i;

/** Replaces values of well-known secret shapes: keys, tokens, passwords in URLs, fields, headers and settings. */
export function redactSecrets(text: string): string {
  // One look at the words that a secret stands by costs less than twenty searches, and most texts have none.
  if (!suspicious.test(text)) return text;
  let clean = text;
  for (const [shape, replacement] of shapes) clean = clean.replace(shape, replacement);
  return clean;
}
