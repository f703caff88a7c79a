/** Somebody who looks at a view. */
export interface Watcher {
  /** Makes the view as it is now. Never throws: what went wrong is a page too. */
  readonly render: () => Promise<string>;
  /** Takes it; false while the one before is still on its way. */
  readonly send: (page: string) => boolean;
}

/** Views that are kept up to date while somebody looks. */
export interface LiveViews {
  /** Sends the view at once, and again whenever it is another. @returns what ends it */
  watch(watcher: Watcher): () => void;
  /** Has everybody's view looked at now: something was changed from here. */
  look(): void;
  close(): void;
}

interface Sight {
  readonly watcher: Watcher;
  shown: string | undefined;
}

/** How long a change may go unseen, in ms. */
const usualPause = 500;

/**
 * Keeps views up to date: one timer for all of them, which runs only while there are any. Views are made anew when the
 * store's mark has changed.
 * @param readMark another text after each change; `undefined` where that is not known
 */
export function createLiveViews(readMark: () => Promise<string | undefined>, pauseMs: number = usualPause): LiveViews {
  const sights = new Set<Sight>();
  let timer: NodeJS.Timeout | undefined;
  let mark: string | undefined;
  let hasSettled = false;
  let isLooking = false;

  const show = async (sight: Sight): Promise<void> => {
    const page = await sight.watcher.render();
    if (page === sight.shown || !sights.has(sight)) return;
    sight.shown = sight.watcher.send(page) ? page : undefined;
  };
  const look = async (): Promise<void> => {
    if (isLooking) return;
    isLooking = true;
    try {
      const now = await readMark();
      const isSame = now !== undefined && now === mark;
      // Times of files are coarse: what was written just after a mark was read may have left it the same.
      const isSeen = isSame && hasSettled;
      [mark, hasSettled] = [now, isSame];
      // One that was not taken is still owed.
      for (const sight of sights) if (!isSeen || sight.shown === undefined) await show(sight);
    } finally {
      isLooking = false;
    }
  };
  const stop = (): void => {
    clearInterval(timer);
    timer = undefined;
  };
  return {
    watch: (watcher) => {
      const sight: Sight = { watcher, shown: undefined };
      sights.add(sight);
      void show(sight);
      timer ??= setInterval(() => void look(), pauseMs);
      return () => {
        sights.delete(sight);
        if (sights.size === 0) stop();
      };
    },
    look: () => {
      mark = undefined;
      void look();
    },
    close: () => {
      sights.clear();
      stop();
    },
  };
}
