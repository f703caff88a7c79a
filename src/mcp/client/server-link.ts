import { formatDuration } from "../../base/duration.ts";
import { isSopwithError, messageOf, SopwithError } from "../../base/errors.ts";
import { cleanText } from "../../tools/clean-text.ts";
import { toolError } from "../../tools/tool-error.ts";
import type { AnyTool } from "../../tools/tool.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";
import { mcpUnreachable } from "../mcp-errors.ts";
import { answerBeside } from "./answer-input.ts";
import { type Calm, createCalm } from "./calm.ts";
import { connect, type McpConnection } from "./connect.ts";
import type { InputSource } from "./input-source.ts";
import { failureText, isFinal } from "./link-failure.ts";
import { type LinkStanding, toState } from "./link-state.ts";
import type { McpToolParts } from "./mcp-tool.ts";
import type { McpServerState } from "./mcp-server-state.ts";
import type { EraCache, McpServersParts } from "./mcp-servers.ts";
import type { ListedTool } from "./mcp-trust.ts";
import { ServerTools } from "./server-tools.ts";
import { startTimeLimit, type TimeLimit } from "./time-limit.ts";
import { watchChanges } from "./watch-changes.ts";

/** What a link shares with the others. */
export interface LinkParts extends Omit<McpServersParts, "servers" | "eras"> {
  readonly eras: EraCache;
  /** Told of every change of the link. */
  readonly onChange: (link: ServerLink) => void;
}

/** Longest time for one start, in ms: one that was too slow is given twice as long the next time. */
const longestStartMs = 60_000;
/** Waits before a lost connection is tried again, in ms. */
const firstRetryMs = 100;
const longestRetryMs = 60_000;
/** A connection that held so long starts the waits anew, in ms. */
const steadyMs = 10_000;
/** One server: its connection of now, which is replaced when it is lost, and its tools, which stay meanwhile. */
export class ServerLink {
  readonly name: string;
  readonly config: McpServerConfig;
  readonly #parts: LinkParts;
  readonly #inputs: InputSource;
  readonly #calm: Calm;
  readonly #calls: McpToolParts["link"];
  #standing: LinkStanding = { status: "stopped", generation: 0 };
  readonly #tools: ServerTools;
  #connection: McpConnection | undefined;
  #child: McpConnection["child"];
  #opening: Promise<void> | undefined;
  #limit: TimeLimit | undefined;
  #retry: NodeJS.Timeout | undefined;
  #failures = 0;
  /** Starts that ran out of time. */
  #lateStarts = 0;
  /** The problem that people were last told of. */
  #said: string | undefined;
  #taken: readonly string[] = [];
  #stopWatching: () => void = () => undefined;
  #closed = false;

  constructor(name: string, config: McpServerConfig, parts: LinkParts) {
    this.name = name;
    this.config = config;
    this.#parts = parts;
    if (config.disabled === true) this.#standing = { status: "disabled", generation: 0 };
    this.#calm = createCalm(() =>
      this.#relist().catch((error: unknown) => this.#warn(`Its tools could not be listed again: ${messageOf(error)}`)),
    );
    this.#inputs = {
      server: name,
      config,
      inFlight: new Set(),
      onQuestion: parts.onQuestion,
      onSample: parts.onSample,
      warn: (message) => this.#warn(message),
    };
    this.#calls = {
      connection: () => this.connection(),
      renew: (lost) => this.#renew(lost),
      relist: () => this.#calm.tell(),
      inputs: this.#inputs,
    };
    this.#tools = new ServerTools({
      server: name,
      config,
      trust: parts.trust,
      link: this.#calls,
      warn: (message) => this.#warn(message),
    });
  }

  get state(): McpServerState {
    return toState({
      name: this.name,
      standing: this.#standing,
      built: this.#tools.built,
      tools: this.#tools.tools,
      connection: this.#connection,
      child: this.#child,
    });
  }

  get tools(): readonly AnyTool[] {
    return this.#tools.tools;
  }

  get listed(): readonly ListedTool[] {
    return this.#connection ? this.#tools.built.listed : [];
  }

  /** Connects and lists. Never rejects; what came of it is the link's state. */
  open(): Promise<void> {
    if (this.#closed || this.config.disabled === true) return Promise.resolve();
    return (this.#opening ??= this.#open().finally(() => (this.#opening = undefined)));
  }

  /** Lists anew and asks trust again; connects where there is no connection. */
  async refresh(): Promise<void> {
    if (this.#connection) await this.#relist();
    else await this.open();
  }

  /** The connection for a call: the one of now, or the one that is coming. @throws a `toolError` where there is none */
  connection(): McpConnection | Promise<McpConnection> {
    return this.#connection ?? this.#coming();
  }

  /** Says which tools could not be put into the registry, since others have their names. */
  noteTaken(tools: readonly AnyTool[]): void {
    const taken = tools.map((tool) => tool.name);
    if (taken.join(" ") === this.#taken.join(" ")) return;
    this.#taken = taken;
    if (taken.length > 0) this.#warn(`Other tools have the names of these, so they are left out: ${taken.join(", ")}.`);
  }

  /** Says that the registry did not take the tools; those of before stay. */
  noteRefused(reason: string): void {
    this.#warn(`Its tools could not be taken over: ${reason}`);
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#retry);
    this.#calm.stop();
    this.#limit?.abort();
    const connection = this.#connection;
    this.#drop();
    this.#set({ status: "stopped", generation: this.#standing.generation });
    await connection?.close();
    await this.#opening;
  }

  /** Gives up a connection that the server does not know any more, and makes another one. */
  #renew(lost: McpConnection): void {
    if (this.#connection !== lost) return;
    this.#drop();
    void lost.close().catch(() => undefined);
    // The opening that brought the lost one may be about to end.
    if (this.#opening) void this.#opening.then(() => this.open());
    else void this.open();
  }

  async #open(): Promise<void> {
    clearTimeout(this.#retry);
    const generation = this.#standing.generation + 1;
    const startedAt = performance.now();
    this.#set({ status: "starting", generation });
    const limit = (this.#limit = startTimeLimit(this.#startMs));
    let connection: McpConnection | undefined;
    try {
      connection = await this.#connect(limit.signal);
      this.#stopWatching = watchChanges(connection, {
        onTools: () => this.#calm.tell(),
        onOthers: () => this.#parts.onChange(this),
      });
      const built = await this.#tools.read(connection, limit.signal);
      limit.signal.throwIfAborted();
      this.#connection = connection;
      this.#tools.take(connection, built);
      this.#set({ status: "ready", generation, readyMs: performance.now() - startedAt, readyAt: Date.now() });
      void connection.closed.then(() => this.#lost(connection!));
      if (this.#said !== undefined)
        this.#parts.onNotice?.({ server: this.name, level: "info", message: "It is connected again." });
      this.#said = undefined;
    } catch (error) {
      this.#stopWatching();
      await connection?.close().catch(() => undefined);
      const isLate = limit.signal.aborted && !isFinal(error);
      const problem = isLate ? this.#late() : error;
      if (isLate) this.#lateStarts += 1;
      this.#fail(problem);
    } finally {
      limit.end();
    }
  }

  async #connect(signal: AbortSignal): Promise<McpConnection> {
    const verdict = await this.#parts.trust?.mayStart(this.name, this.config);
    if (verdict?.allowed === false) throw new SopwithError({ code: "MCP_NOT_ACCEPTED", message: verdict.reason });
    const { onSample, eras, signIn } = this.#parts;
    return connect({
      server: this.name,
      config: this.config,
      eras,
      signIn,
      signal,
      onChild: (child) => (this.#child = child),
      onStreamLost: () => {
        if (this.#connection) this.#renew(this.#connection);
      },
      requests: {
        elicit: (params, asked) => answerBeside(this.#inputs, params, asked),
        sample: onSample && (async (request) => onSample({ server: this.name, ...request })),
      },
    });
  }

  /** What a list says of a connection that has been replaced meanwhile is not taken. */
  async #relist(): Promise<void> {
    const connection = this.#connection;
    if (!connection) return;
    const built = await this.#tools.read(connection).catch((error: unknown) => {
      if (this.#connection !== connection) return undefined;
      throw error;
    });
    if (built === undefined || this.#connection !== connection) return;
    this.#tools.take(connection, built);
    this.#parts.onChange(this);
  }

  #lost(connection: McpConnection): void {
    if (this.#connection !== connection) return;
    this.#drop();
    const { readyAt = 0 } = this.#standing;
    if (Date.now() - readyAt > steadyMs) this.#failures = 0;
    const why = connection.child?.ending;
    this.#fail(
      mcpUnreachable(this.name, why === undefined ? "The connection ended." : `The process went away: ${why}.`),
    );
  }

  #drop(): void {
    this.#stopWatching();
    this.#connection = undefined;
  }

  #fail(error: unknown): void {
    if (this.#closed) return;
    const { generation } = this.#standing;
    const problem = { problem: failureText(error), code: isSopwithError(error) ? error.code : "MCP_UNREACHABLE" };
    if (isFinal(error)) {
      this.#set({ status: "failed", generation, ...problem });
    } else {
      this.#failures += 1;
      const waitMs = Math.min(longestRetryMs, firstRetryMs * 2 ** (this.#failures - 1)) * (0.8 + Math.random() * 0.4);
      this.#retry = setTimeout(() => void this.open(), waitMs).unref();
      this.#set({ status: "waiting", generation, ...problem, retryAt: Date.now() + waitMs });
    }
    // Tried again and again, it fails in the same way; once is enough.
    if (this.#said === problem.problem) return;
    this.#said = problem.problem;
    this.#warn(problem.problem);
  }

  get #startMs(): number {
    const { startTimeoutMs = 10_000 } = this.config;
    return Math.max(startTimeoutMs, Math.min(longestStartMs, startTimeoutMs * 2 ** this.#lateStarts));
  }

  #late(): SopwithError {
    return mcpUnreachable(this.name, `It was not ready within ${formatDuration(this.#startMs)}.`);
  }

  async #coming(): Promise<McpConnection> {
    // One that ends may be followed by another one. Nobody waits for a server that was too slow before.
    while (this.#opening && this.#lateStarts === 0) await this.#opening;
    if (this.#connection) return this.#connection;
    const { problem, retryAt, status } = this.#standing;
    const again =
      retryAt === undefined ? "" : ` It is tried again in ${formatDuration(Math.max(0, retryAt - Date.now()))}.`;
    throw toolError({
      code: "MCP_UNAVAILABLE",
      message: `${problem ?? `The MCP server "${this.name}" is ${status}.`}${again}`,
      effect: "none",
      retryable: retryAt !== undefined || status === "starting",
      ...(retryAt !== undefined && { retryAfterMs: Math.max(0, retryAt - Date.now()) }),
    });
  }

  #set(standing: LinkStanding): void {
    this.#standing = standing;
    this.#parts.onChange(this);
  }

  #warn(message: string): void {
    this.#parts.onNotice?.({ server: this.name, level: "warning", message: cleanText(message) });
  }
}
