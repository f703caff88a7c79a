/** What a pruning removed, and what it kept though it is old. */
export interface PruneReport {
  /** Threads that are gone, with their runs, journal, questions and checkpoints. */
  readonly threads: number;
  readonly runs: number;
  /** Old threads that are kept since their run can still go on: running, waiting or failed. */
  readonly keptOpen: number;
}
