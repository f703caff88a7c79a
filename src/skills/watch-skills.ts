import { basename, resolve } from "node:path";
import { type Diagnostic, messageOf } from "../base/errors.ts";
import { watchFailed, watchPolls } from "./library-diagnostics.ts";
import { isProcedureFile } from "./parse-procedure.ts";
import { ReloadQueue } from "./reload-queue.ts";
import type { ReloadReport } from "./reload-report.ts";
import type { ReloadOptions } from "./reload-shelf.ts";
import type { SkillLibrary } from "./skill-library.ts";
import { translationTag } from "./skill-translation.ts";
import { watchFolders } from "./watch-folders.ts";

/** How skills are watched. */
export interface WatchSkillsOptions {
  /** Told of every reload that changed something; nothing else is told. */
  readonly onReload: (report: ReloadReport) => void;
  /** Told when the watching itself is in trouble. @default nothing is told */
  readonly onProblem?: (problem: Diagnostic) => void;
  /** As in {@link ReloadOptions}. */
  readonly check?: ReloadOptions["check"];
  /** How often all stamps are compared for events that never came, in ms; seldomer where that takes over a tenth of the time. @default 2000 */
  readonly rescanMs?: number;
}

/** A watch over the folders of a library, until it is closed. */
export interface SkillWatcher {
  /** Answers when every folder is watched. The library serves before, and compares stamps meanwhile. */
  readonly ready: Promise<void>;
  /** `polling` where the system gives no more watches: then stamps are compared twice a second. */
  readonly mode: "events" | "polling";
  close(): Promise<void>;
}

/** How often stamps are compared where there are no events, in ms. */
const pollMs = 500;

/** After all stamps were compared nothing is compared for ten times as long as it took, though never for over 30 s. */
const restFactor = 10;
const longestRestMs = 30_000;

/**
 * Watches the folders of a library that holds its texts, and reloads what changes: at once on the system's own event, by
 * chokidar's later ones, and by comparing stamps now and then. Folders that do not exist yet are waited for.
 */
export function watchSkills(library: SkillLibrary, options: WatchSkillsOptions): SkillWatcher {
  const { onProblem = () => {}, check, onReload } = options;
  const pace = paceOf((what) => library.reload({ ...what, ...(check && { check }) }));
  const queue = new ReloadQueue({
    reload: pace.reload,
    onReload,
    onError: (error) => onProblem(watchFailed(messageOf(error))),
  });
  const { promise: ready, resolve: setReady } = Promise.withResolvers<void>();
  const noteAny = (): void => queue.noteAny();
  let mode: SkillWatcher["mode"] = "events";
  const compareStamps = (): void => {
    if (!pace.rests()) queue.noteAny();
  };
  let rescan = setInterval(compareStamps, options.rescanMs ?? 2000);
  const stop = watchFolders({
    paths: library.roots.map((root) => resolve(root)),
    isWanted: isSkillFile,
    onFile: (path) => queue.note(path),
    onFolder: noteAny,
    onReady: () => {
      pace.allowRest();
      noteAny();
      setReady();
    },
    onError: (error) => {
      const { code } = error as NodeJS.ErrnoException;
      if (code !== "EMFILE" && code !== "ENOSPC" && code !== "ENFILE") return onProblem(watchFailed(messageOf(error)));
      if (mode === "polling") return;
      mode = "polling";
      onProblem(watchPolls(code));
      clearInterval(rescan);
      rescan = setInterval(noteAny, pollMs);
      void stop().finally(setReady);
    },
  });
  return {
    ready,
    get mode() {
      return mode;
    },
    close: async () => {
      clearInterval(rescan);
      await Promise.all([stop(), queue.close()]);
      setReady();
    },
  };
}

/** Measures how long a look at all of the disk takes, and tells whether it is too early for another one. */
function paceOf(reload: (what: ReloadOptions) => Promise<ReloadReport>): {
  readonly reload: (what: ReloadOptions) => Promise<ReloadReport>;
  readonly rests: () => boolean;
  /** Until the events come nothing else tells of an edit, so there is no rest before. */
  readonly allowRest: () => void;
} {
  let restsUntil = 0;
  let mayRest = false;
  return {
    reload: async (what) => {
      const startedAt = performance.now();
      const report = await reload(what);
      const endedAt = performance.now();
      if (!what.files) restsUntil = endedAt + Math.min(longestRestMs, restFactor * (endedAt - startedAt));
      return report;
    },
    rests: () => mayRest && performance.now() < restsUntil,
    allowRest: () => {
      mayRest = true;
    },
  };
}

function isSkillFile(path: string): boolean {
  const name = basename(path);
  return name.toLowerCase() === "skill.md" || isProcedureFile(name) || translationTag(name) !== undefined;
}
