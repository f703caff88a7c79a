import { redactSecrets } from "./redact-secrets.ts";

/** A pattern of one's own: what matches is replaced by `[label]`. Must have the flag `g`. */
export interface MaskPattern {
  readonly label: string;
  readonly pattern: RegExp;
}

/** Replaces personal data and secrets in a text that is to be kept or shown beyond the run. */
export type Mask = (text: string) => string;

interface Rule extends MaskPattern {
  /** Whether a match is what it looks like: a checksum, a date. */
  readonly confirm?: (match: string) => boolean;
}

/** In this order: long numbers with a checksum come before the shorter ones that could be found within them. */
const rules: readonly Rule[] = [
  { label: "mail", pattern: /[\p{L}\p{N}._%+-]{1,64}@[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63})+/gu },
  // Resident identity number of the People's Republic of China, 18 and 15 digits.
  {
    label: "id number",
    pattern: /(?<![\dA-Za-z])\d{6}[ -]?\d{8}[ -]?\d{3}[\dXx](?![\dA-Za-z])/g,
    confirm: isResidentNumber,
  },
  { label: "id number", pattern: /(?<!\d)[1-8]\d{5}\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}(?!\d)/g },
  { label: "account", pattern: /\b[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?\b/g, confirm: isIban },
  // Sixteen to nineteen digits in fours are a card, whatever their checksum: a part of them would pass for a phone.
  {
    label: "card",
    pattern: /(?<!\d|\d[ .-]|\+|[\dA-Fa-f]{4}-)\d{4}([ .-])\d{4}\1\d{4}\1\d{4}(?:\1\d{1,3})?(?!\d|[.-]\d{3})/g,
  },
  { label: "phone", pattern: /(?<!\d|\d\.)(?:(?:\+|00)?86[ .-]?)?1[3-9]\d(?:[ .-]?\d{4}){2}(?!\d)/g },
  { label: "card", pattern: /(?<!\d|\d[.-]|\+|[\dA-Fa-f]{4}-)\d{13,19}(?!\d|\.\d|-\d{3})/g, confirm: isCardNumber },
  { label: "card", pattern: /(?<![\d.+-])\d(?:[ -]?\d){12,18}(?![\d-])/g, confirm: isCardNumber },
  { label: "id number", pattern: /(?<![\d-])\d{3}-\d{2}-\d{4}(?![\d-])/g },
  { label: "phone", pattern: /(?<![\d-])\(?0[1-9]\d{1,2}\)?[ -]?\d{4}[ -]?\d{3,4}(?![\d-])/g },
  { label: "phone", pattern: /(?<![\d-])(?:\(\d{3}\) ?|\d{3}[-.])\d{3}[-.]\d{4}(?![\d-])/g },
  { label: "phone", pattern: /\+[1-9]\d{0,2}[ .-]?\(?\d{1,4}\)?(?:[ .-]?\d{2,4}){2,4}(?!\d)/g },
  { label: "passport", pattern: /(?<![A-Za-z\d])(?:[EGDSP]\d{8}|E[A-HJ-NP-Z]\d{7})(?![A-Za-z\d])/g },
];

/** The fewest digits in what a rule finds: a text with less of them is not searched. */
const leastDigits: Readonly<Record<string, number>> = { "id number": 9, account: 2, card: 13, phone: 6, passport: 7 };
const mostDigits = 13;

/** Values of fields that are secret by their name, in JSON text. */
const secretField =
  /"([\w-]*(?:passw(?:or)?d|secret|token|api_?key|authorization|cookie|credential|passphrase|pwd|private_?key|cvv|pin)[\w-]*)"\s*:\s*(?:"(?:[^"\\]|\\.)*"?|-?\d[\d.]*|\[[^[\]]*\]?|\{[^{}]*\}?)/gi;

/** A part of every such name: a quick look at whether there can be one. */
const secretWord = /passw|secret|token|key|authorization|cookie|credential|passphrase|pwd|cvv|pin/i;

/**
 * Makes a mask: mail, phones, identity and card numbers (with their checksums), accounts, tokens and keys, the formats
 * of China included, then one's own patterns.
 */
export function createMask(own: readonly MaskPattern[] = []): Mask {
  return (text) => {
    let masked = redactSecrets(plainWidth(text));
    if (secretWord.test(masked)) masked = masked.replace(secretField, '"$1":"[secret]"');
    const digits = countDigits(masked);
    for (const rule of rules) if (mayHold(masked, digits, rule)) masked = applyRule(masked, rule);
    for (const rule of own) masked = applyRule(masked, rule);
    return masked;
  };
}

function applyRule(text: string, { label, pattern, confirm }: Rule): string {
  return text.replace(pattern, (match: string) => (confirm && !confirm(match) ? match : `[${label}]`));
}

/** False where a text lacks what all finds of a rule have. */
function mayHold(text: string, digits: number, { label }: Rule): boolean {
  return label === "mail" ? text.includes("@") : digits >= (leastDigits[label] ?? 0);
}

/** How many digits a text has; as far as it matters. */
function countDigits(text: string): number {
  let count = 0;
  for (let index = 0; index < text.length && count < mostDigits; index += 1) {
    const code = text.charCodeAt(index);
    if (code >= 48 && code <= 57) count += 1;
  }
  return count;
}

/** Digits, letters and the signs of numbers and mail in full width, as Chinese input methods write them, become plain ones. */
function plainWidth(text: string): string {
  return text.replace(/[０-９Ａ-Ｚａ-ｚ＠＋－．]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfe_e0));
}

function isResidentNumber(match: string): boolean {
  const text = match.replace(/[ -]/g, "");
  const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];
  const sum = weights.reduce((total, weight, index) => total + weight * Number(text[index]), 0);
  return "10X98765432"[sum % 11] === text[17]?.toUpperCase();
}

/** Luhn's check, which cards of all brands pass. */
function isCardNumber(text: string): boolean {
  const digits = text.replace(/\D/g, "");
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = digit * 2;
    sum += index % 2 === 0 ? digit : doubled > 9 ? doubled - 9 : doubled;
  }
  return sum > 0 && sum % 10 === 0;
}

function isIban(text: string): boolean {
  const compact = text.replaceAll(" ", "");
  if (compact.length < 15 || compact.length > 34) return false;
  const turned = compact.slice(4) + compact.slice(0, 4);
  let rest = 0;
  for (const sign of turned)
    for (const digit of Number.parseInt(sign, 36).toString()) rest = (rest * 10 + Number(digit)) % 97;
  return rest === 1;
}
