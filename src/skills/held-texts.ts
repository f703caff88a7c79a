import { createHash } from "node:crypto";

/** The texts of files as they were accepted last. */
export interface HeldTexts {
  /** The text; undefined where there was no room for it. */
  get(location: string): string | undefined;
  /** True when this is what was accepted last. */
  isSame(location: string, text: string): boolean;
  set(location: string, text: string): void;
  delete(location: string): void;
}

/** Beyond this many characters together only hashes are kept. */
const maxCharacters = 32 * 1024 * 1024;

/** Makes an empty collection of texts. */
export function createHeldTexts(): HeldTexts {
  const held = new Map<string, { readonly text: string } | { readonly hash: string }>();
  let characters = 0;
  const remove = (location: string): void => {
    const known = held.get(location);
    if (known && "text" in known) characters -= known.text.length;
    held.delete(location);
  };
  return {
    get: (location) => {
      const known = held.get(location);
      return known && "text" in known ? known.text : undefined;
    },
    isSame: (location, text) => {
      const known = held.get(location);
      if (!known) return false;
      return "text" in known ? known.text === text : known.hash === hashOf(text);
    },
    set: (location, text) => {
      remove(location);
      const fits = characters + text.length <= maxCharacters;
      if (fits) characters += text.length;
      held.set(location, fits ? { text } : { hash: hashOf(text) });
    },
    delete: remove,
  };
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
