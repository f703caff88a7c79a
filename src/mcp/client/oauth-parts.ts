import type { Awaitable } from "../../base/awaitable.ts";

/** A page on which a person is to sign in. */
export interface OAuthPage {
  readonly server: string;
  readonly url: string;
  /** Whose page it is; people are to see it whole. */
  readonly host: string;
}

/** What signing in needs. */
export interface OAuthSignInParts {
  /** Folder for the tokens. @default they are kept for this process only */
  readonly folder?: string;
  /**
   * Shows a person the page, in a browser or as text; their answer comes by itself.
   * @default nobody is there, and `MCP_AUTH_NEEDED` says what to run
   */
  readonly openPage?: (page: OAuthPage) => Awaitable<void>;
  /** How long a person may take, in ms. @default 300000 */
  readonly patienceMs?: number;
}
