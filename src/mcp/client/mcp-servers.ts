import type { Awaitable } from "../../base/awaitable.ts";
import type { ToolRegistry } from "../../tools/tool-registry.ts";
import type { AnyTool } from "../../tools/tool.ts";
import type { McpServerConfig } from "../mcp-server-config.ts";
import type { McpContent } from "./mcp-content.ts";
import type { McpQuestion, McpQuestionAnswer } from "./mcp-question.ts";
import type { McpSample, McpSampleRequest } from "./mcp-sampling.ts";
import type { McpServerState } from "./mcp-server-state.ts";
import type { McpTrust, ListedTool } from "./mcp-trust.ts";
import type { McpSignIn } from "./mcp-sign-in.ts";

/** All MCP servers of a project, their connections and tools. */
export interface McpServers {
  /**
   * Every server as it stands once it is listed, has failed or is out of time; never waits longer than the longest
   * `startTimeoutMs`.
   * @throws `MCP_REQUIRED` when a server that is `required` is not ready
   */
  ready(): Promise<readonly McpServerState[]>;
  states(): readonly McpServerState[];
  state(server: string): McpServerState | undefined;
  /** The tools that may be called now, of one server or of all. */
  tools(server?: string): readonly AnyTool[];
  /** What a server lists now, as it came; empty while it is not connected. */
  listed(server: string): readonly ListedTool[];
  /** Fills the registry with the tools of all servers now and after every change; the answer takes them out again. */
  attach(registry: ToolRegistry): () => void;
  /** Told of every change of a server's state or tools. @returns what ends it */
  onChange(listener: (state: McpServerState) => void): () => void;
  /** Asks trust again and lists anew, after somebody agreed to a tool; connects anew where there is no connection. */
  refresh(server: string): Promise<McpServerState>;
  resources(server: string): Promise<readonly McpResource[]>;
  readResource(server: string, uri: string): Promise<readonly McpContent[]>;
  prompts(server: string): Promise<readonly McpPrompt[]>;
  getPrompt(server: string, name: string, values?: Readonly<Record<string, string>>): Promise<readonly McpMessage[]>;
  /** The skills that a server offers by the Skills extension, whether anybody agreed to them or not. */
  skills(server: string): Promise<readonly McpSkill[]>;
  /** One file of a skill, to the byte as the list said. @throws `MCP_READ_FAILED` also for one that differs from it */
  readSkill(server: string, skill: McpSkill, path?: string): Promise<Buffer>;
  /** Ends connections and child processes, their own children too. Nothing is left when it returns. */
  close(): Promise<void>;
}

/** A resource that a server lists; untrusted, cleaned. */
export interface McpResource {
  readonly uri: string;
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly mimeType?: string;
  readonly size?: number;
  /** True where `uri` is a template with places in braces. */
  readonly template?: true;
}

/** A prompt that a server lists; untrusted, cleaned. */
export interface McpPrompt {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
  readonly arguments: readonly { readonly name: string; readonly description?: string; readonly required: boolean }[];
}

/** One message of a prompt. */
export interface McpMessage {
  readonly role: "user" | "assistant";
  readonly content: McpContent;
}

/** A skill that a server lists; untrusted, its description cleaned. */
export interface McpSkill {
  readonly name: string;
  readonly description: string;
  /** Of its SKILL.md. */
  readonly uri: string;
  /** Its files by their paths below its folder, each with `sha256:` and the digest of its bytes. */
  readonly files: Readonly<Record<string, string>>;
}

/** What servers are opened with. */
export interface McpServersParts {
  /** By name; the name is the namespace of the server's tools: letters, digits, `_` and `-`. */
  readonly servers: Readonly<Record<string, McpServerConfig>>;
  /** @default everything that is configured is trusted */
  readonly trust?: McpTrust;
  /**
   * Answers what a server asks outside of a run, or in a run that cannot wait for a person.
   * @default it is declined
   */
  readonly onQuestion?: (question: McpQuestion) => Awaitable<McpQuestionAnswer>;
  /** Asks our model for servers whose config has `sampling`. @default no server may have it asked */
  readonly onSample?: (request: McpSampleRequest) => Awaitable<McpSample>;
  /** How we sign in at HTTP servers. @default what `headers` say */
  readonly signIn?: McpSignIn;
  /** Keeps which era a server speaks, so that it is not found out at every start. @default for this process */
  readonly eras?: EraCache;
  /** Told of what people should know: a server lost, a server back, tools changed. Untrusted parts are cleaned. */
  readonly onNotice?: (notice: McpNotice) => void;
}

/** What people should know of a server. */
export interface McpNotice {
  readonly server: string;
  readonly level: "info" | "warning";
  readonly message: string;
  /** True where a run that is worked on was told of it too. */
  readonly inRun?: true;
}

/** Where the era of each server is kept, by a key of its config. Values are opaque and dated by whoever keeps them. */
export interface EraCache {
  get(key: string): Awaitable<string | undefined>;
  set(key: string, verdict: string): Awaitable<void>;
  delete(key: string): Awaitable<void>;
}
