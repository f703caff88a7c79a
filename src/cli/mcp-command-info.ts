import type { CommandInfo } from "./command.ts";

/** `sopwith mcp`, as the help shows it. */
export const mcpCommandInfo: CommandInfo = {
  name: "mcp",
  about: "List, test, add and agree to MCP servers; or serve this project as one.",
  usage: [
    "mcp list",
    "mcp test <server>",
    "mcp add <name> [options] -- <command...>",
    "mcp add <name> <url> [options]",
    "mcp accept <server> [<tool>...] [--yes]",
    "mcp remove <server>",
    "mcp skill <server> <prompt> [--arg <name=value>] [--folder <folder>]",
    "mcp serve [--http <port>] [--tools <patterns>] [options]",
    "mcp describe [--out <file>] [--publish <registry>]",
  ],
  words: { min: 0, max: Infinity },
  subcommands: ["list", "test", "add", "accept", "remove", "skill", "serve", "describe"],
  options: {
    env: {
      takes: ["name=value"],
      multiple: true,
      about: "add: set for the server; ${VAR} is filled in at the start",
    },
    header: { takes: ["name=value"], multiple: true, about: "add: sent to the address; ${VAR} is filled in" },
    effect: {
      takes: ["tool=effect"],
      multiple: true,
      about: "add: what calls do: read, write or destructive; * stands for any text",
    },
    arg: { takes: ["name=value"], multiple: true, about: "skill: an argument of the prompt" },
    folder: { takes: ["folder"], about: "skill: where its folder is made; the first skills folder otherwise" },
    yes: { about: "accept: agree without being asked, for scripts" },
    http: { takes: ["port"], about: "serve: over HTTP at this port of 127.0.0.1; over stdin and stdout otherwise" },
    host: { takes: ["address"], about: "serve: listen at this address; another than the machine's own needs tokens" },
    tools: { takes: ["patterns"], about: "serve: which tools, with commas between; none otherwise" },
    workflows: { takes: ["names"], about: "serve: which workflows; all otherwise" },
    skills: { takes: ["names"], about: "serve: which skills; all otherwise" },
    rehearsal: { takes: ["name"], about: "serve: let this script of each workflow play the model" },
    out: { takes: ["file"], about: "describe: write the server.json there; print it otherwise" },
    publish: {
      takes: ["registry"],
      about: "describe: send it to this registry's address, with the token in MCP_REGISTRY_TOKEN",
    },
    json: { about: "print JSON, for programs" },
    help: { about: "show this help" },
  },
  unknownOptionHint:
    "Options of the server's command stand behind --: npx sopwith mcp add <name> -- npx -y some-server",
  load: async () => (await import("./mcp-command.ts")).mcpCommand,
};
