/** `text` with `stop` after it, unless it ends a sentence already: closing marks and a remark in brackets may follow. */
export function toSentence(text: string, stop: "." | "。"): string {
  return /[.!?…。！？](?:["'”’」]|\s?[(（][^()（）]*[)）])?$/.test(text) ? text : `${text}${stop}`;
}
