import type { Client, ServerCapabilities } from "@modelcontextprotocol/client";
import { isSopwithError, messageOf, type SopwithError } from "../../base/errors.ts";
import { cleanText } from "../../tools/clean-text.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";
import { isStdioServer } from "../mcp-server-config.ts";
import { mcpStartFailed, mcpUnreachable } from "../mcp-errors.ts";
import { isKnownLegacy, keepEra } from "./era-verdict.ts";
import { loadSdk } from "./load-sdk.ts";
import type { EraCache } from "./mcp-servers.ts";
import type { McpSignIn, McpSignInSession } from "./mcp-sign-in.ts";
import { newClient, type ServerRequests } from "./new-client.ts";
import { ownVersion } from "./own-version.ts";
import { openTransport, type OpenedTransport } from "./open-transport.ts";

/** A server that answers. It is never connected anew: after its end there is another one. */
export interface McpConnection {
  readonly client: Client;
  readonly era: "legacy" | "modern";
  /** Version of the protocol. */
  readonly protocol: string;
  readonly capabilities: ServerCapabilities;
  readonly child?: OpenedTransport["child"];
  /** Resolves when the connection has ended, for whatever reason. */
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** What a connection is made of. */
export interface ConnectParts {
  readonly server: string;
  readonly config: McpServerConfig;
  readonly eras: EraCache;
  readonly signIn?: McpSignIn | undefined;
  readonly requests: ServerRequests;
  /** Aborts when the time is up, or when nobody wants the connection any more. */
  readonly signal: AbortSignal;
  /** Told when changes are no longer told of: the server was started anew and knows nothing of us. */
  readonly onStreamLost?: () => void;
  /** Told of the child as soon as there is one, so that its stderr can be shown even if nothing comes of it. */
  readonly onChild?: (child: NonNullable<OpenedTransport["child"]>) => void;
}

/** Connects to a server, in the era it speaks. @throws `MCP_UNREACHABLE`, and what trust and signing in throw */
export async function connect(parts: ConnectParts): Promise<McpConnection> {
  const { config, eras } = parts;
  const era = config.era ?? "auto";
  if (era !== "auto") return attempt(parts, { era, kind: kindOf(config) });
  if (await isKnownLegacy(config, eras)) return attempt(parts, { era: "legacy", kind: kindOf(config) });
  const connection = await attemptAuto(parts);
  await keepEra(config, eras, connection.era);
  return connection;
}

interface Way {
  readonly era: "auto" | "legacy" | "modern";
  readonly kind: "http" | "sse";
}

/** Some servers of the old era end at the first message they do not know; and some HTTP servers know SSE only. */
async function attemptAuto(parts: ConnectParts): Promise<McpConnection> {
  const { config, signal } = parts;
  const kind = kindOf(config);
  try {
    return await attempt(parts, { era: kind === "sse" ? "legacy" : "auto", kind });
  } catch (error) {
    if (signal.aborted) throw error;
    if (isStdioServer(config)) {
      if (!isStartFailure(error)) return await attempt(parts, { era: "legacy", kind });
    } else if (config.type === undefined && isOldHttp(error))
      return await attempt(parts, { era: "legacy", kind: "sse" });
    throw error;
  }
}

async function attempt(parts: ConnectParts, way: Way): Promise<McpConnection> {
  const { server, config, signal } = parts;
  signal.throwIfAborted();
  const session = isStdioServer(config) ? undefined : await parts.signIn?.open(server, config);
  const opened = await openTransport(config, { session, kind: way.kind });
  if (opened.child) parts.onChild?.(opened.child);
  const client = newClient(await loadSdk(), {
    ...parts,
    era: way.era,
    version: await ownVersion(),
    onStreamLost: () => parts.onStreamLost?.(),
  });
  const ended = Promise.withResolvers<void>();
  const close = (): Promise<void> => closeAll({ client, opened, session }).finally(() => ended.resolve());
  Object.assign(client, { onclose: () => ended.resolve() });
  // The SDK does not look at a signal while it finds out the era.
  const stop = (): void => void close().catch(() => undefined);
  signal.addEventListener("abort", stop, { once: true });
  try {
    await client.connect(opened.transport, { signal });
  } catch (error) {
    await close();
    throw explain(parts, opened, error);
  } finally {
    signal.removeEventListener("abort", stop);
  }
  return {
    client,
    era: client.getProtocolEra() ?? "legacy",
    protocol: client.getNegotiatedProtocolVersion() ?? "",
    capabilities: client.getServerCapabilities() ?? {},
    ...(opened.child && { child: opened.child }),
    closed: ended.promise,
    close,
  };
}

interface Open {
  readonly client: Client;
  readonly opened: OpenedTransport;
  readonly session: McpSignInSession | undefined;
}

async function closeAll({ client, opened, session }: Open): Promise<void> {
  await endSession(opened);
  await Promise.allSettled([client.close(), opened.transport.close()]);
  await session?.close();
}

/** A server that keeps a session is told that it may forget it; whether it listens makes no difference. */
async function endSession({ transport }: OpenedTransport): Promise<void> {
  const { terminateSession } = transport as { terminateSession?: () => Promise<void> };
  if (transport.sessionId === undefined || !terminateSession) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, 500);
  await Promise.race([terminateSession.call(transport).catch(() => undefined), promise]);
  clearTimeout(timer);
}

function explain({ server, signal }: ConnectParts, { child, lastStatus }: OpenedTransport, error: unknown): Error {
  const own = ownError(error);
  if (own) return own;
  if (signal.aborted) return mcpUnreachable(server, "It did not answer in time.");
  if (isStartFailure(error)) return mcpStartFailed(server, error);
  const answered = lastStatus?.();
  if (answered !== undefined && isElsewhere(answered)) return mcpUnreachable(server, wordsFor(answered), error);
  // The SDK ends a connection that it has no use for, so that its end alone says nothing.
  if (isRefusal(error)) return mcpUnreachable(server, `It was not understood: ${said(error)}`, error);
  if (child?.ending !== undefined) return mcpUnreachable(server, `The process went away: ${child.ending}.`, error);
  const status = statusOf(error);
  return mcpUnreachable(server, status === undefined ? "It could not be reached." : wordsFor(status), error);
}

/** True where the server answered, and its answer is no beginning. */
function isRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return typeof code === "number" || code === "INVALID_RESULT" || /protocol version/.test(messageOf(error));
}

/** An answer of which the revision of the protocol is not the matter. */
function isElsewhere(status: number): boolean {
  return (status >= 300 && status < 400) || status === 401 || status === 403 || status >= 500;
}

/** What the server, or the SDK, says; a line of it. */
function said(error: unknown): string {
  return cleanText(messageOf(error)).replace(/\s+/g, " ").slice(0, 300);
}

/** Errors of signing in have their own words, also where the SDK has wrapped them. */
function ownError(error: unknown): SopwithError | undefined {
  return causesOf(error).find((cause) => isSopwithError(cause));
}

/** What an answer says that is no beginning of a connection. */
function wordsFor(status: number): string {
  if (status >= 300 && status < 400)
    return `It answered with a redirect (HTTP status ${status}), and those are followed to no other server. If it is meant so, give the address it leads to as \`url\`.`;
  if (status === 401) return "It wants somebody to sign in (HTTP status 401).";
  return `It answered with HTTP status ${status}.`;
}

function isStartFailure(error: unknown): boolean {
  const code = codeOf(error) ?? codeOf((error as { cause?: unknown } | null)?.cause);
  return code === "ENOENT" || code === "EACCES" || code === "EPERM";
}

function isOldHttp(error: unknown): boolean {
  const status = statusOf(error);
  return status === 404 || status === 405;
}

/** The HTTP status of the answer, if there was one. */
function statusOf(error: unknown): number | undefined {
  for (const cause of causesOf(error)) {
    const { status } = ((cause as { data?: unknown }).data ?? {}) as { status?: unknown };
    if (typeof status === "number") return status;
  }
  return undefined;
}

/** What was thrown, and what stands behind it. */
function causesOf(error: unknown): readonly object[] {
  const found: object[] = [];
  let cause: unknown = error;
  while (found.length < 5 && typeof cause === "object" && cause !== null) {
    found.push(cause);
    cause = (cause as { readonly cause?: unknown }).cause;
  }
  return found;
}

function codeOf(thrown: unknown): unknown {
  return typeof thrown === "object" && thrown !== null ? (thrown as { code?: unknown }).code : undefined;
}

function kindOf(config: McpServerConfig): "http" | "sse" {
  return !isStdioServer(config) && config.type === "sse" ? "sse" : "http";
}
