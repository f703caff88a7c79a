/** What a server wants our model asked; untrusted. */
export interface McpSampleRequest {
  readonly server?: string;
  readonly messages: readonly unknown[];
  readonly systemPrompt?: string | undefined;
  readonly maxTokens: number;
  readonly signal: AbortSignal;
}

/** What our model said. */
export interface McpSample {
  readonly text: string;
  /** Name of the model. */
  readonly model: string;
}
