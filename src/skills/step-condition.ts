import { maskCode } from "./mask-code.ts";

/**
 * True when a sentence hangs on a condition, so that what it asks for may not be due: it starts from one ("If the alert
 * is red, ...", 若, 如果, 当...时, 除非), or its main clause ends in one ("Call `events/cancel` if the alert is red").
 */
export function isConditional(sentence: string): boolean {
  const text = sentence.replace(/^[*_\s]+/, "");
  const unlabelled = text.replace(label, "");
  if ([text, unlabelled].some((part) => startsEnglish.test(part) || startsChinese.test(part))) return true;
  const words = maskCode(text);
  return endsInCondition(words) || whenAfterTool.test(text) || chineseProviso.test(words);
}

/** Length of the condition that a sentence starts from, its comma included; 0 without one. */
export function conditionLength(sentence: string): number {
  return leadingClause.exec(sentence)?.[0].length ?? 0;
}

function endsInCondition(words: string): boolean {
  return [...words.matchAll(conditionWord)].some(
    ({ index }) => index > 0 && !noLimit.test(words.slice(Math.max(0, index - 24), index)),
  );
}

const label = /^[^*\n`]{1,60}?(?:[:：.]\*\*|\*\*[:：.]?|[:：—–])\s*/;
const startsEnglish =
  /^[*_]*(?:if|when|whenever|unless|where|wherever|once|otherwise|else|as soon as|in case|in the event|only (?:if|when)|should the|depending on)\b/i;
const startsChinese =
  /^[*_]*(?:若|如(?!何|下|实|上|同|期)|当(?!前|日|天|地|月|年|面|场|事)|仅当|只有|除非|假如|假设|倘若|一旦|否则|万一|必要时|需要时|视情况)/;
/** "check if" asks, "and if it fails" is a second thought: neither limits the main clause. */
const noLimit =
  /(?:[,;，；:]|\b(?:and|or|but|checks?|verify|determine|determining|see|asks?|know|decide|confirm|test|tells?|say|find out|unsure|even|as|what|only))\s*$/i;
const conditionWord = /\b(?:only (?:if|when)|if|unless|in case)\b/gi;
const whenAfterTool = /`\s+(?:only\s+)?(?:when|where)\b/i;
const chineseProviso = /仅当|仅在|只有在|必要时|如有需要|视情况|酌情/;
const leadingClause = /^[*_\s]*(?:若|如果|如|当|除非|假如|倘若|一旦|if|when|whenever|unless|where|once)[^,，。]*[,，]/i;
