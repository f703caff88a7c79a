/** Names are one whether their letters are composed or not: NFKC. */
export function toSkillKey(name: string): string {
  return ascii.test(name) ? name : name.normalize("NFKC");
}

/** Nearly all names, and for these normalising costs more than everything else that is done with a name. */
const ascii = /^[\x20-\x7e]*$/;
