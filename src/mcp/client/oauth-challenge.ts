/** What a server says when it refuses a request for want of a right. */
export interface AuthChallenge {
  /** Where it describes how to sign in. */
  readonly resourceMetadataUrl?: URL;
  readonly scope?: string;
  /** True: the token is good and does not allow enough, so that renewing it helps nobody. */
  readonly wantsMore: boolean;
}

/** The challenge in an answer; `undefined` where it is none: an answer, or a refusal that no token would change. */
export async function readChallenge(response: Response): Promise<AuthChallenge | undefined> {
  if (response.status !== 401 && response.status !== 403) return undefined;
  const { extractWWWAuthenticateParams } = await import("@modelcontextprotocol/client");
  const { resourceMetadataUrl, scope, error } = extractWWWAuthenticateParams(response);
  const wantsMore = error === "insufficient_scope";
  if (response.status === 403 && !wantsMore) return undefined;
  return {
    wantsMore,
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
    ...(scope === undefined ? {} : { scope }),
  };
}
