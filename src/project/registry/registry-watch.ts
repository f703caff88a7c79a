import { messageOf } from "../../base/errors.ts";
import { backMessage, type RegistryView, viewMessage } from "./registry-view.ts";

/** Reads the store while somebody wants to know, and says once when that stops working, and once when it works again. */
export interface RegistryWatch {
  /** Reads the store every few seconds from now on. @returns what ends that */
  readonly start: () => () => void;
  /** Reads the store now. @returns what a run that begins must know: that the view is behind, or no longer is */
  readonly look: () => Promise<readonly string[]>;
}

/** What a watch reads, and who is told. */
export interface RegistryWatchParts {
  readonly pull: () => Promise<RegistryView>;
  /** In ms. */
  readonly everyMs: number;
  readonly onNotice?: ((message: string) => void) | undefined;
  /** What holds as the watch is made, which others tell of. */
  readonly view: RegistryView;
}

/**
 * Makes a watch with one timer that keeps no process alive. A store that cannot be read is tried less and less often, up to
 * once a minute.
 */
export function createRegistryWatch({ pull, everyMs, onNotice, view }: RegistryWatchParts): RegistryWatch {
  let members = 0;
  let timer: NodeJS.Timeout | undefined;
  let wasStale = view.stale !== undefined;
  /** What changed since somebody was told last. */
  const news = (now: RegistryView): string | undefined => {
    const isStale = now.stale !== undefined;
    const message = isStale === wasStale && now.setBackFrom === undefined ? undefined : viewMessage(now);
    const back = wasStale && !isStale ? backMessage(now) : undefined;
    wasStale = isStale;
    return message ?? back;
  };
  const tell = async (): Promise<void> => {
    try {
      const message = news(await pull());
      if (message !== undefined) onNotice?.(message);
    } catch (error) {
      if (!wasStale) onNotice?.(`The registry cannot be read: ${messageOf(error)}`);
      wasStale = true;
    }
  };
  const later = (waitMs: number): void => {
    const again = async (): Promise<void> => {
      await tell();
      if (timer === mine) later(wasStale ? Math.min(waitMs * 2, 60_000) : everyMs);
    };
    const mine = setTimeout(() => void again(), waitMs).unref();
    timer = mine;
  };
  return {
    start: () => {
      members += 1;
      if (members === 1) later(everyMs);
      return () => {
        members -= 1;
        if (members > 0) return;
        clearTimeout(timer);
        timer = undefined;
      };
    },
    look: async () => {
      const now = await pull();
      const message = news(now) ?? viewMessage(now);
      return message === undefined ? [] : [message];
    },
  };
}
