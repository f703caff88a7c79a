/** Shapes that are secrets wherever they stand. */
const shapes: readonly (readonly [RegExp, string])[] = [
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi, "$1 [secret]"],
  [/\bsk-[A-Za-z0-9_-]{8,}/g, "[secret]"],
  [
    /\b(?:gh[pousr]_[A-Za-z0-9]{20,}|github_pat_[A-Za-z0-9_]{20,}|xox[abprs]-[A-Za-z0-9-]{10,}|AKIA[A-Z0-9]{16})\b/g,
    "[secret]",
  ],
  [/\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g, "[secret]"],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/:@]*:[^\s/@]+@/gi, "$1[secret]@"],
  [
    /\b(api[_-]?key|access[_-]?token|password|passwd|client[_-]?secret)(["']?\s*[=:]\s*["']?)[^\s"'&,;]{4,}/gi,
    "$1$2[secret]",
  ],
];

/** What one of the shapes has in it, whatever else it has. */
const suspicious = /bearer|basic|sk-|gh[pousr]_|github_pat_|xox[abprs]-|AKIA|eyJ|:\/\/|api[_-]?key|token|passw|secret/i;

/** Replaces values of well-known secret shapes: tokens, API keys, passwords in URLs. */
export function redactSecrets(text: string): string {
  // One look at the words that a secret stands by costs less than seven searches, and most texts have none.
  if (!suspicious.test(text)) return text;
  let clean = text;
  for (const [shape, replacement] of shapes) clean = clean.replace(shape, replacement);
  return clean;
}
