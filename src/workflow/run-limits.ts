/** Limits of a run, over all its nodes. */
export interface RunLimits {
  /** Model turns. @default 200 */
  readonly maxTurns: number;
  /** Tool calls. @default 500 */
  readonly maxCalls: number;
  /** Tokens in and out, as the server counts them. @default no limit */
  readonly maxTokens?: number;
  /** Working time in ms, waiting for people not counted. @default 3600000, one hour */
  readonly timeoutMs: number;
}

/** The limits a workflow has when it sets none. */
export const defaultRunLimits: RunLimits = { maxTurns: 200, maxCalls: 500, timeoutMs: 3_600_000 };
