/** How a connection to a server stands. `waiting`: it was lost, or never came about, and is tried again. */
export type McpServerStatus = "starting" | "ready" | "waiting" | "failed" | "stopped" | "disabled";

/** A tool that a server lists and that is not to be called as it is. */
export interface McpToolNote {
  /** The server's own name. */
  readonly name: string;
  /** A sentence for people. */
  readonly reason: string;
}

/** A server as it stands now. */
export interface McpServerState {
  readonly name: string;
  readonly status: McpServerStatus;
  /** Why it is not ready, as a sentence. */
  readonly problem?: string;
  /** The error code of `problem`. */
  readonly code?: string;
  readonly era?: "legacy" | "modern";
  /** Version of the protocol that is spoken. */
  readonly protocol?: string;
  /** Counts the connections; 0 before the first one. */
  readonly generation: number;
  /** Process of a server that we started. */
  readonly pid?: number;
  /** How it calls itself; untrusted. */
  readonly software?: { readonly name: string; readonly version: string };
  /** What it says of itself; untrusted, cleaned, at most 4000 characters. */
  readonly instructions?: string;
  /** Names of its tools in the registry. */
  readonly tools: readonly string[];
  /** Tools that were left out: unusable, doubled, not allowed by the config. */
  readonly dropped: readonly McpToolNote[];
  /** Tools that wait for somebody's yes. */
  readonly quarantined: readonly (McpToolNote & { readonly verdict: "new" | "changed" })[];
  /** Tools that can be called although something about them is wrong. */
  readonly flagged: readonly McpToolNote[];
  /** From the start of the newest connection until its tools were listed, in ms. */
  readonly readyMs?: number;
  /** When the next connection is tried, in ms since 1970. */
  readonly retryAt?: number;
  /** The last lines of its stderr; untrusted, cleaned. */
  readonly stderr: readonly string[];
}
