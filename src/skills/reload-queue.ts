import { isSilent, type ReloadReport } from "./reload-report.ts";
import type { ReloadOptions } from "./reload-shelf.ts";

/** What a queue works with. */
export interface ReloadQueueOptions {
  readonly reload: (options: ReloadOptions) => Promise<ReloadReport>;
  /** Told of every reload that changed something. */
  readonly onReload: (report: ReloadReport) => void;
  /** Told of what `reload` or `onReload` throw. */
  readonly onError: (error: unknown) => void;
}

/** A file that looks half written or is missing has this long to become whole, in ms. */
const settleMs = 30;

/**
 * Turns a stream of events into reloads. The first event starts one at once; what is noted while it works is taken up by
 * one more. A file need not wait while all of the disk is looked at, which takes long where there are many skills. A
 * file that looks half written is looked at again at its next event, or when it has stood for 30 ms.
 */
export class ReloadQueue {
  readonly #options: ReloadQueueOptions;
  readonly #files = new Set<string>();
  readonly #unsettled = new Set<string>();
  #any = false;
  #closed = false;
  #reading: Promise<void> | undefined;
  #searching: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ReloadQueueOptions) {
    this.#options = options;
  }

  /** Something happened to a file. */
  note(file: string): void {
    this.#files.add(file);
    this.#read();
  }

  /** Something happened that may concern any file. */
  noteAny(): void {
    this.#any = true;
    this.#search();
  }

  /** Starts nothing more, and waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await Promise.all([this.#reading, this.#searching]);
  }

  #read(): void {
    if (this.#reading || this.#closed || this.#files.size === 0) return;
    clearTimeout(this.#timer);
    const files = [...this.#files];
    this.#files.clear();
    for (const file of files) this.#unsettled.delete(file);
    this.#reading = this.#look({ files, settled: false }).finally(() => {
      this.#reading = undefined;
      this.#goOn();
    });
  }

  #search(): void {
    if (this.#searching || this.#closed || !this.#any) return;
    this.#any = false;
    this.#searching = this.#look({ settled: false }).finally(() => {
      this.#searching = undefined;
      this.#goOn();
    });
  }

  #goOn(): void {
    this.#read();
    this.#search();
    if (this.#reading || this.#closed || this.#unsettled.size === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#settle(), settleMs);
  }

  #settle(): void {
    const files = [...this.#unsettled];
    this.#unsettled.clear();
    this.#reading = this.#look({ files, settled: true }).finally(() => {
      this.#reading = undefined;
      this.#goOn();
    });
  }

  async #look(what: ReloadOptions): Promise<void> {
    try {
      const report = await this.#options.reload(what);
      for (const file of report.unsettled) this.#unsettled.add(file);
      if (!isSilent(report)) this.#options.onReload(report);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}
