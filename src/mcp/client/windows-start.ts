import { win32 } from "node:path";

/** What is handed to `spawn` on Windows. */
export interface WindowsStart {
  readonly command: string;
  readonly args: readonly string[];
  /** True where the arguments are quoted already. */
  readonly windowsVerbatimArguments: boolean;
}

/** Where a command is looked for. */
export interface WindowsPlaces {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly exists: (file: string) => boolean;
}

/**
 * How a command is started on Windows: `npx` and its like are `.cmd` files there, which only `cmd.exe` runs. It reads
 * the line once for the call and once more inside of the file, so each letter that means something to it is escaped
 * twice, and no argument can become a command.
 */
export function toWindowsStart(command: string, args: readonly string[], places: WindowsPlaces): WindowsStart {
  const file = findProgram(command, places);
  if (file === undefined || !/\.(?:cmd|bat)$/i.test(file)) return { command, args, windowsVerbatimArguments: false };
  const line = [escapeLetters(win32.normalize(file)), ...args.map((arg) => escapeLetters(escapeLetters(quote(arg))))];
  return {
    command: valueOf(places.env, "COMSPEC") ?? "cmd.exe",
    args: ["/d", "/s", "/c", `"${line.join(" ")}"`],
    windowsVerbatimArguments: true,
  };
}

function findProgram(command: string, { env, cwd, exists }: WindowsPlaces): string | undefined {
  const folders = /[\\/]/.test(command) ? [cwd] : [cwd, ...(valueOf(env, "PATH") ?? "").split(";")];
  const endings = (valueOf(env, "PATHEXT") ?? ".COM;.EXE;.BAT;.CMD").split(";");
  const names = win32.extname(command) === "" ? endings.map((ending) => command + ending) : [command];
  return folders.flatMap((folder) => names.map((name) => win32.resolve(folder, name))).find(exists);
}

/** Names of variables count in any case there. */
function valueOf(env: WindowsPlaces["env"], name: string): string | undefined {
  const key = Object.keys(env).find((other) => other.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

/** As programs of C read their arguments: what stands before a quotation mark or the end counts twice. */
function quote(arg: string): string {
  return `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/(\\*)$/, "$1$1")}"`;
}

function escapeLetters(text: string): string {
  return text.replace(/[()\][%!^"`<>&|;, *?]/g, "^$&");
}
