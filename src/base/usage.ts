/** Tokens as a model's server reported them; 0 where it reported none. */
export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
}
