import { toShellWord } from "../../base/shell-word.ts";
import { isStdioServer, type McpServerConfig, type McpStdioServer } from "../mcp-server-config.ts";
import { visibleText } from "./visible-text.ts";

/** What is agreed to before a server is started or reached: all that decides what runs, and where to. No secrets. */
export type StartFacts =
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly cwd?: string;
      /** Names of variables, in order; with the value where it decides what code is loaded. */
      readonly env: readonly string[];
    }
  | { readonly url: string; readonly type: "http" | "sse"; readonly headers: readonly string[] };

/**
 * The facts of a server's config as it is written, before `${VAR}` is filled in: so no secret of the environment gets into
 * a file, and the same config is the same on every machine.
 */
export function toStartFacts(config: McpServerConfig): StartFacts {
  if (!isStdioServer(config))
    return { url: config.url, type: config.type ?? "http", headers: Object.keys(config.headers ?? {}).toSorted() };
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
  if ("url" in facts) return facts.headers.length === 0 ? [] : [visibleText(`headers: ${facts.headers.join(", ")}`)];
  return [
    ...(facts.cwd === undefined ? [] : [visibleText(`in: ${facts.cwd}`)]),
    ...(facts.env.length === 0 ? [] : [visibleText(`environment: ${facts.env.join(", ")}`)]),
  ];
}

/** Variables by which another program is run than the command says; their values are part of the command. */
const loaders =
  /^(NODE_OPTIONS|NODE_PATH|LD_|DYLD_|PYTHON|PERL5|RUBY|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|BASH_ENV|ENV$|PATH$)/i;

function environmentFacts({ env = {}, inheritEnv = [] }: McpStdioServer): string[] {
  const set = Object.entries(env).map(([name, value]) => (loaders.test(name) ? `${name}=${value}` : name));
  return [...new Set([...set, ...inheritEnv])].toSorted();
}
