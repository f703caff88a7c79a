import { threadNameInvalid } from "./runner-errors.ts";

/** Characters that a terminal obeys, that end a line, or that turn the text around them. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu;

/**
 * Checks the name of a thread that is about to begin. Threads that are there already can be used under any name.
 *
 * @throws `THREAD_NAME_INVALID` for one that is empty or blank, or holds what cannot be printed
 */
export function checkThreadName(thread: string): void {
  const shown = thread.toWellFormed().replace(unprintable, "\uFFFD");
  if (thread.trim() === "") throw threadNameInvalid(shown, "is empty");
  if (shown !== thread) throw threadNameInvalid(shown, "holds control characters or line ends");
}
