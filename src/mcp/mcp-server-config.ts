import type { Effect, RetryPolicy } from "../tools/tool.ts";

/**
 * One MCP server as a project configures it: the form that other hosts use, and what only we know. Strings are taken as
 * they are; `${VAR}` is filled in where a config is read.
 */
export type McpServerConfig = (McpStdioServer | McpHttpServer) & McpServerOptions;

/** A server that is started as a child process and spoken to over its stdin and stdout. */
export interface McpStdioServer {
  readonly command: string;
  readonly args?: readonly string[];
  /** Set for the child, above what it gets anyhow: `PATH`, `HOME` and the like, never the rest of ours. */
  readonly env?: Readonly<Record<string, string>>;
  /** Names of our own environment variables that the child gets too. @default none */
  readonly inheritEnv?: readonly string[];
  /** @default the folder of our process */
  readonly cwd?: string;
}

/** A server that is reached over HTTP. */
export interface McpHttpServer {
  readonly url: string;
  /** `sse` for servers of before March 2025. @default "http" */
  readonly type?: "http" | "sse";
  readonly headers?: Readonly<Record<string, string>>;
  readonly oauth?: McpOAuthConfig;
}

/** How we sign in at a server; what is absent is found out by discovery and registration. */
export interface McpOAuthConfig {
  /**
   * `client_credentials`: the program signs in for itself, with `clientId` and `clientSecret`, and no person is asked.
   * @default "authorization_code": a person signs in
   */
  readonly grant?: "authorization_code" | "client_credentials";
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scopes?: readonly string[];
  /** URL of a client ID metadata document that describes us. */
  readonly clientMetadataUrl?: string;
  /** Loopback port for the way back from the browser. @default any free one */
  readonly callbackPort?: number;
}

/** What both kinds of server may set. */
export interface McpServerOptions {
  /** @default false */
  readonly disabled?: boolean;
  /** True: without this server nothing starts. @default false */
  readonly required?: boolean;
  /** From the start of a connection until its tools are listed, in ms. @default 10000 */
  readonly startTimeoutMs?: number;
  /** How long the server may say nothing during a call, in ms; a report of progress counts. @default 60000 */
  readonly timeoutMs?: number;
  /** For one call in all, progress or not, in ms. @default 600000, or `timeoutMs` where that is more */
  readonly maxTotalMs?: number;
  /** Which of its tools are taken, by the server's own names; `*` stands for any text. @default all */
  readonly tools?: { readonly allow?: readonly string[]; readonly deny?: readonly string[] };
  /**
   * What calls do to the world, by the server's own names; `*` stands for any text, and of several patterns that fit the
   * longest counts. Whoever writes the config says so, never the server: its annotations may only raise an effect.
   * @default "destructive", so that a person is asked: of an unknown tool nothing is certain
   */
  readonly effects?: Readonly<Record<string, Effect>>;
  /** Tools that a second call with the same arguments does no harm to, by pattern. @default those that only read */
  readonly idempotent?: readonly string[];
  /** How failed attempts are repeated, for tools that a second call does no harm to. @default one attempt */
  readonly retry?: Partial<RetryPolicy>;
  /**
   * Tools to try in this order when one is unavailable or failed without effect: by the server's own name without
   * patterns, the full names of others in the registry. One that is not there is passed over. It is not proved that
   * they take the same arguments (`unproven`), since a server may change them at any time. @default none
   */
  readonly fallbacks?: Readonly<Record<string, readonly string[]>>;
  /** Longest result in characters of JSON. Pictures and files are left out of one that is longer. @default 5000000 */
  readonly maxResultBytes?: number;
  /** Longest message from the server in bytes; a call whose answer is longer fails. @default 10485760 */
  readonly maxMessageBytes?: number;
  /** True: the server may have our model asked. @default false */
  readonly sampling?: boolean;
  /** Folders that the server is told it may work in. @default none */
  readonly roots?: readonly string[];
  /** `legacy` speaks 2024-11-05 to 2025-11-25, `modern` 2026-07-28. @default "auto": it is found out */
  readonly era?: "auto" | "legacy" | "modern";
}

/** Longest message of a server where the config does not say, in bytes. */
export const defaultMessageBytes: number = 10 * 1024 * 1024;

/** True for a server that is started as a child process. */
export function isStdioServer(server: McpServerConfig): server is McpStdioServer & McpServerOptions {
  return "command" in server;
}
