import { sep } from "node:path";

/** A text in which paths below `folder` are written from there: shorter, and as the person knows them. */
export function fromFolder(text: string, folder: string): string {
  return text.replaceAll(folder.endsWith(sep) ? folder : folder + sep, "");
}
