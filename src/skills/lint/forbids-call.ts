/**
 * True when the words of a ban plainly forbid a call of the tool: "MUST NOT call `a/b`", "`a/b` MUST NOT be used",
 * "禁止调用 `a/b`". False where the ban only speaks of the tool: "MUST NOT name a book that `books/find` has not given".
 */
export function forbidsCall(ban: string, tool: string): boolean {
  const marked = ban
    .replace(/`([^`]*)`/g, (_span, content: string) => (names(content, tool) ? toolMark : otherMark))
    .replace(/\s+/g, " ");
  return forms.some((form) => form.test(marked));
}

/** Also with arguments behind it: `a/b(x)`. */
function names(content: string, tool: string): boolean {
  const text = content.trim();
  return text.startsWith(tool) && !/^[\w/.-]/.test(text.slice(tool.length));
}

const toolMark = "`@`";
const otherMark = "`-`";
/** What may stand between the verb and the tool: other tools, and words that name none. */
const between = String.raw`(?:\`-\`|[\s,、，和与及或*]|\b(?:and|or|nor|the|any|tools?|either|both|to|on|out)\b)*`;
const english = String.raw`(?:\b(?:NOT|NEVER)\b|N'T\b)\*{0,2}`;
const chinese = "(?:禁止|严禁|不得|切勿|请勿|不可以|不要|绝不能?)";
const adverbs = String.raw`(?:\s+(?:ever|again|directly|then|yet|itself))?`;
const forms = [
  new RegExp(
    String.raw`${english}${adverbs}\s+(?:(?:call|use|run|invoke|execute|send|try|start)\b)?${adverbs}${between}${toolMark}`,
  ),
  new RegExp(String.raw`${english}[^.!?;,\`]{0,80}\b(?:using|via|by calling)\s+${between}${toolMark}`),
  new RegExp(
    String.raw`${toolMark}${between}(?:(?:is|are)\s+)?(?:\*{0,2}(?:MUST|SHALL|DO)\s+)?${english}${adverbs}\s+be\s+(?:called|used|run|invoked|executed|sent|tried|started)\b`,
  ),
  new RegExp(
    String.raw`${chinese}\s*(?:再|直接|擅自|私自|重复)?\s*(?:调用|使用|运行|执行|用)?${between}${toolMark}(?!\s*(?:没有|未|给出|返回|的))`,
  ),
  new RegExp(String.raw`${toolMark}\s*(?:工具)?\s*${chinese}\s*(?:被|再)?\s*(?:调用|使用|运行|执行)`),
];
