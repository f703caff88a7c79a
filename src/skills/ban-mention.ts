/**
 * True when the words of a ban only speak of a tool, and forbid something else: "a book that `books/find` has not
 * given", "the result of `books/find`", "secrets in `notes/write`". `before` and `after` are the words around its code
 * span. Which calls of it would break such a ban only a reader can tell.
 */
export function isOnlyNamed(before: string, after: string): boolean {
  return namedBefore.test(before) || namedAfter.test(after);
}

/** "Any of `a/b` and `c/d`" names what is forbidden. */
const namedBefore =
  /(?:\b(?:that|which|what|whatever|whose|than|from|in|into)|(?<!\b(?:any|either|one|all|both|none) )\bof)\s*$/i;
const namedAfter =
  /^(?:['’]s\b|\s+(?:(?:has|have|had|does|did)\b(?! not be\b)|(?:gives?|gave|returns?|returned|shows?|showed|lists?|listed|says?|said|reports?|reported|finds?|found|answers?|answered|results?|outputs?|responses?)\b)|\s*(?:没有|未|所|给出|返回|列出|显示|的))/i;
