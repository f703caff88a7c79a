/** What `mcpServe` in the config may say: what others see of this project over MCP, and who may come. */
export interface McpServeConfig {
  /**
   * Patterns of tools that are served: names, `namespace/*` or `*`. Each is served through the gateway, as everywhere
   * else. @default none
   */
  readonly tools?: readonly string[];
  /**
   * How tools are called: `shop__cancel`, or `cancel` where no other tool is called so in another namespace.
   * @default "full"
   */
  readonly names?: "full" | "short";
  /** Names of workflows that are served as tools, or `*`. @default all */
  readonly workflows?: readonly string[];
  /**
   * Keys of the state that a caller may set beside those that the state demands, by workflow. Whoever may set a key can
   * say, for example, that something was approved. @default the keys without a default that are not optional; where there
   * are none, a `text`
   */
  readonly inputs?: Readonly<Record<string, readonly string[]>>;
  /** Names of skills that are served, or `*`. @default all */
  readonly skills?: readonly string[];
  /** How the server calls itself. @default "sopwith" */
  readonly name?: string;
  /** What a client is told of the server as a whole. @default nothing */
  readonly instructions?: string;
  /**
   * Whose word counts where a run waits for a person. `person`: what the client asked its user, and what was decided where
   * the server runs (`sopwith resume`). `arguments`: where a client cannot ask its user, also the `decisions` that
   * `workflow_resume` is called with; a model may write them, and only the host's own question before the call stands
   * between. @default "person"
   */
  readonly decisions?: "person" | "arguments";
  readonly http?: McpServeHttpConfig;
}

/** How the server is reached over HTTP. */
export interface McpServeHttpConfig {
  /** @default 3333 */
  readonly port?: number;
  /** The address to listen at. Another than the machine's own needs `tokens`. @default "127.0.0.1" */
  readonly host?: string;
  /** Host names by which it may be called, beside the machine's own. @default none */
  readonly allowedHosts?: readonly string[];
  /** Host names of web pages that may call it, beside the machine's own. @default none */
  readonly allowedOrigins?: readonly string[];
  /**
   * Users, and for each the name of the environment variable that holds the user's token (at least 16 characters). Who
   * sends the token as `Authorization: Bearer` is that user. @default everybody who reaches it may call it
   */
  readonly tokens?: Readonly<Record<string, string>>;
  /** The address by which others reach it, where something stands in front of it: `https://desk.example.org/mcp`. @default its own */
  readonly publicUrl?: string;
  /**
   * Addresses of the authorization servers that issue tokens for it. Clients are told of them and sign in there; `identify`
   * of `serveMcp` has to check their tokens. @default none
   */
  readonly authorizationServers?: readonly string[];
  /** Requests that one user, or one address where there are no users, may send in a minute. @default 600 */
  readonly requestsPerMinute?: number;
  /** Largest request, in bytes. @default 4194304 */
  readonly maxBodyBytes?: number;
  /**
   * Sessions of older clients that may be open at once. Beyond that a new one takes the place of an idle one, else of one
   * of the user who has most; where users are not known it is refused. @default 256
   */
  readonly maxSessions?: number;
}
