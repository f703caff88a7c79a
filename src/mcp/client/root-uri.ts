import process from "node:process";
import { pathToFileURL } from "node:url";

/**
 * A folder as servers want to be told of it. Of a Windows drive the colon stands as it is and the letter is a capital:
 * servers compare roots with paths, and `file:///c%3A/` is none of theirs. What is an address of another kind stays.
 */
export function toRootUri(folder: string, windows: boolean = process.platform === "win32"): string {
  if (/^[a-z][a-z\d+.-]+:\/\//i.test(folder)) return withDrive(folder);
  return withDrive(pathToFileURL(folder, { windows }).href);
}

function withDrive(uri: string): string {
  const drive = /^file:\/\/\/([a-z])(?::|%3a)(?:\/+|$)/i;
  return uri.replace(drive, (_whole, letter: string) => `file:///${letter.toUpperCase()}:/`);
}
