import { createHash } from "node:crypto";
import { canonicalJson } from "../../base/json.ts";
import { toShellWord } from "../../base/shell-word.ts";
import { isStdioServer, type McpHttpServer, type McpServerConfig, type McpStdioServer } from "../mcp-server-config.ts";
import { visibleText } from "./visible-text.ts";

/** What is agreed to before a server is started or reached: all that decides what runs, and where to. No secrets. */
export type StartFacts =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd?: string;
      /** Names of variables that are inherited, and `NAME=value` of those that are set, in order; see `toStartFacts`. */
      readonly env: readonly string[];
    }
  /** `headers`: `NAME=value`, in order; `oauth`: what the entry says of signing in, in the same form. */
  | {
      readonly url: string;
      readonly type: "http" | "sse";
      readonly headers: readonly string[];
      readonly oauth?: readonly string[];
    };

/**
 * The facts of a server's config as it is written, before `${VAR}` is filled in: so no secret of the environment gets into
 * a file, and the same config is the same on every machine. Of variables and headers every value counts. One that only
 * refers to the environment, or that decides which code is loaded, is kept as it is written, any other as
 * `sha256:<32 hex digits>`, since it may be a secret.
 */
export function toStartFacts(config: McpServerConfig): StartFacts {
  if (!isStdioServer(config)) return httpFacts(config);
  return {
    command: config.command,
    args: config.args ?? [],
    ...(config.cwd !== undefined && { cwd: config.cwd }),
    env: environmentFacts(config),
  };
}

/** A start as one line for people: the command as it is typed into a shell, or the URL. Nothing in it is invisible. */
export function describeStart(facts: StartFacts): string {
  if ("url" in facts) return visibleText([facts.url, ...(facts.type === "sse" ? ["(sse)"] : [])].join(" "));
  return visibleText([facts.command, ...facts.args].map(toShellWord).join(" "));
}

/** The rest of a start, one line each; empty where there is nothing more. */
export function describeStartDetails(facts: StartFacts): string[] {
  if ("url" in facts) {
    const { headers, oauth = [] } = facts;
    return [
      ...(headers.length === 0 ? [] : [visibleText(`headers: ${headers.join(", ")}`)]),
      ...(oauth.length === 0 ? [] : [visibleText(`signing in: ${oauth.join(", ")}`)]),
    ];
  }
  return [
    ...(facts.cwd === undefined ? [] : [visibleText(`in: ${facts.cwd}`)]),
    ...(facts.env.length === 0 ? [] : [visibleText(`environment: ${facts.env.join(", ")}`)]),
  ];
}

/** Variables by which another program is run than the command says; people have to see their values. */
const loaders =
  /^(NODE_OPTIONS|NODE_PATH|LD_|DYLD_|PYTHON|PERL5|RUBY|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|BASH_ENV|ENV$|PATH$|SHELL$|ZDOTDIR$|GIT_SSH|GIT_EXEC|npm_config_(node_options|script_shell|shell|prefix|userconfig|globalconfig|git)$)/i;
const secrets = /key|token|secret|passw|auth|credential/i;
/** A `${NAME}` without a default, alone or after the word that a header of authorization begins with. */
const reference = /^((Bearer|Basic|Token) )?\$\{[A-Za-z_][A-Za-z0-9_]*\}$/;

function environmentFacts({ env = {}, inheritEnv = [] }: McpStdioServer): string[] {
  const set = Object.entries(env).map(([name, value]) => valueFact(name, value, loaders.test(name)));
  return [...new Set([...set, ...inheritEnv])].toSorted();
}

function httpFacts(config: McpHttpServer): StartFacts {
  const oauth = oauthFacts(config);
  return {
    url: config.url,
    type: config.type ?? "http",
    headers: headerFacts(config),
    ...(oauth.length > 0 && { oauth }),
  };
}

/** Who we are there and what is asked for; all of it is shown but the secret. */
function oauthFacts({ oauth = {} }: McpHttpServer): string[] {
  return Object.entries(oauth)
    .map(([name, value]) => {
      const text = Array.isArray(value) ? value.join(" ") : String(value);
      return name === "clientSecret" ? valueFact(name, text, false) : `${name}=${text}`;
    })
    .toSorted();
}

function headerFacts({ headers = {} }: McpHttpServer): string[] {
  return Object.entries(headers)
    .map(([name, value]) => valueFact(name, value, false))
    .toSorted();
}

/** Hashed together with its name, so that equal values under two names do not show as equal. */
function valueFact(name: string, value: string, mustShow: boolean): string {
  if (reference.test(value) || (mustShow && !secrets.test(name))) return `${name}=${value}`;
  const hash = createHash("sha256")
    .update(canonicalJson([name, value]))
    .digest("hex");
  return `${name}=sha256:${hash.slice(0, 32)}`;
}
