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
 * one more. A file that looks half written is looked at again at its next event, or when it has stood for 30 ms.
 */
export class ReloadQueue {
  readonly #options: ReloadQueueOptions;
  readonly #files = new Set<string>();
  readonly #unsettled = new Set<string>();
  #any = false;
  #closed = false;
  #working: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: ReloadQueueOptions) {
    this.#options = options;
  }

  /** Something happened to a file. */
  note(file: string): void {
    this.#files.add(file);
    this.#start(() => this.#lookAtNoted());
  }

  /** Something happened that may concern any file. */
  noteAny(): void {
    this.#any = true;
    this.#start(() => this.#lookAtNoted());
  }

  /** Starts nothing more, and waits for what is under way. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#working;
  }

  #start(job: () => Promise<void>): void {
    if (this.#working || this.#closed) return;
    clearTimeout(this.#timer);
    this.#working = job()
      .catch((error: unknown) => this.#options.onError(error))
      .finally(() => this.#goOn());
  }

  #goOn(): void {
    this.#working = undefined;
    if (this.#any || this.#files.size > 0) this.#start(() => this.#lookAtNoted());
    else if (this.#unsettled.size > 0 && !this.#closed)
      this.#timer = setTimeout(() => this.#start(() => this.#settle()), settleMs);
  }

  async #lookAtNoted(): Promise<void> {
    const noted = this.#any ? {} : { files: [...this.#files] };
    for (const file of this.#files) this.#unsettled.delete(file);
    this.#files.clear();
    this.#any = false;
    await this.#look({ ...noted, settled: false });
  }

  async #settle(): Promise<void> {
    const files = [...this.#unsettled];
    this.#unsettled.clear();
    await this.#look({ files, settled: true });
  }

  async #look(what: ReloadOptions): Promise<void> {
    const report = await this.#options.reload(what);
    for (const file of report.unsettled) this.#unsettled.add(file);
    if (!isSilent(report)) this.#options.onReload(report);
  }
}
