import type { BreakersConfig } from "./define-config.ts";
import type { MissingVariable } from "../mcp/config/config-errors.ts";
import { breakersUrlInvalid, breakersVariableMissing } from "./breakers-errors.ts";

/** What people should know of the breakers that processes share. */
export interface BreakersNotice {
  readonly level: "info" | "warning";
  readonly message: string;
}

/** What sharing needs of the project. */
export interface ShareBreakersParts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly onNotice?: ((notice: BreakersNotice) => void) | undefined;
}

/** Breakers that are shared, until `close`. */
export interface SharedBreakersLink {
  /** False while Redis cannot be reached. */
  readonly isUp: boolean;
  /** Why it cannot be reached, where that is known. */
  readonly problem: string | undefined;
  close(): Promise<void>;
}

/**
 * Shares the breakers of this process with others over Redis, as the config says. Half a second is waited for the first
 * connection, so that a command that soon ends knows what is open elsewhere; a call waits for nothing.
 * @throws `BREAKERS_SHARE`, `REDIS_MISSING`
 */
export async function shareBreakers(
  config: BreakersConfig,
  { env, onNotice }: ShareBreakersParts,
): Promise<SharedBreakersLink> {
  const url = await breakersUrl(config, env);
  const [{ openRedisBreakers }, { processLoads }] = await Promise.all([
    import("../store/redis-breakers.ts"),
    import("../tools/gateway/tool-loads.ts"),
  ]);
  const board = await openRedisBreakers({
    url,
    prefix: config.prefix ?? "sopwith",
    onNotice: (notice) => onNotice?.(notice),
  });
  const stop = processLoads().shareBreakers(board);
  return {
    get isUp() {
      return board.isUp;
    },
    get problem() {
      return board.problem;
    },
    close: () => {
      stop();
      return board.close();
    },
  };
}

async function breakersUrl({ share }: BreakersConfig, env: ShareBreakersParts["env"]): Promise<string> {
  const { expandText } = await import("../mcp/config/expand-server.ts");
  const missing: MissingVariable[] = [];
  const url = expandText(share, { env, path: ["breakers", "share"], missing });
  if (missing.length > 0) throw breakersVariableMissing(missing.map(({ variable }) => variable));
  if (!isRedisUrl(url)) throw breakersUrlInvalid();
  return url;
}

/** What the client would refuse when it is made, where nobody would hear of it. */
function isRedisUrl(text: string): boolean {
  const url = URL.parse(text);
  if (!url || !/^rediss?:$/.test(url.protocol) || url.hostname === "" || !/^(?:\/\d*)?$/.test(url.pathname))
    return false;
  try {
    return [url.username, url.password].every((part) => typeof decodeURIComponent(part) === "string");
  } catch {
    return false;
  }
}
