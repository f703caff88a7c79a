const roots = "home|Users|root|tmp|var|etc|usr|opt|private|srv|mnt|work|proc|run";
const posixPath = new RegExp(`(?<![\\w:/.])/(?:${roots})(?:/[^\\s"'\`:,;()<>]+)+`, "g");
const fileAddress = /\bfile:\/\/[^\s"'`<>]*/g;
const windowsPath = /\b[A-Za-z]:\\(?:[^\s"'`:;()<>\\]+\\)*[^\s"'`:;()<>\\]*/g;

/** Leaves of each path of this machine its last name: where things stand here is nobody's business elsewhere. */
export function hidePaths(text: string): string {
  return text.replace(fileAddress, lastName).replace(posixPath, lastName).replace(windowsPath, lastName);
}

function lastName(path: string): string {
  return path.split(/[/\\]/).findLast((part) => part !== "") ?? "[path]";
}
