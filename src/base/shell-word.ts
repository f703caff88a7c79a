/** A word as it is typed into a shell: quoted where it holds anything that a shell would read in its own way. */
export function toShellWord(word: string): string {
  return /^[\w./:@-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}
