/** Limits of one visit of a skill node. */
export interface NodeLimits {
  /** Model turns. At the last one the model is told to finish. @default 20 */
  readonly maxTurns: number;
  /** Tool calls of one turn; those beyond are refused. @default 8 */
  readonly maxCallsPerTurn: number;
  /** Size of the conversation in tokens (estimated); beyond it old tool results make room. @default 60000 */
  readonly maxContextTokens: number;
  /** Size of the list of tools in tokens (estimated); beyond it some are left out, and can be searched. @default 12000 */
  readonly maxToolTokens: number;
  /** Time for all calls of one turn, in ms. @default 120000 */
  readonly turnTimeoutMs: number;
  /** Working time in ms, waiting for people not counted. @default 600000, ten minutes */
  readonly timeoutMs: number;
}

/** The limits a node has when it sets none. */
export const defaultLimits: NodeLimits = {
  maxTurns: 20,
  maxCallsPerTurn: 8,
  maxContextTokens: 60_000,
  maxToolTokens: 12_000,
  turnTimeoutMs: 120_000,
  timeoutMs: 600_000,
};
