/**
 * The tag of `available` that fits a wanted BCP 47 tag best: the same tag, else the wanted one shortened from its end
 * (`zh-Hant-TW`, `zh-Hant`, `zh`), else the first, in order, that is more special than the wanted one. Case does not count.
 */
export function matchLanguage(wanted: string, available: readonly string[]): string | undefined {
  const find = (fits: (tag: string) => boolean): string | undefined => {
    return available.toSorted().find((tag) => fits(tag.toLowerCase()));
  };
  const parts = wanted.toLowerCase().split("-");
  for (let length = parts.length; length > 0; length -= 1) {
    // A single letter opens an extension and says nothing by itself.
    if (length > 1 && parts[length - 1]!.length === 1) continue;
    const range = parts.slice(0, length).join("-");
    const same = find((tag) => tag === range);
    if (same !== undefined) return same;
  }
  return find((tag) => tag.startsWith(`${wanted.toLowerCase()}-`));
}

/** True for a well-formed BCP 47 tag. */
export function isLanguageTag(text: string): boolean {
  try {
    return Intl.getCanonicalLocales(text).length === 1;
  } catch {
    return false;
  }
}
