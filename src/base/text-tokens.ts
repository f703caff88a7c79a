/** About how many tokens a text takes: a quarter of its Latin characters, and one for each wide one. */
export function textTokens(text: string): number {
  const wide = text.match(/[^\u0000-\u024f\u2000-\u206f]/g)?.length ?? 0;
  return Math.ceil((text.length - wide) / 4) + wide;
}
