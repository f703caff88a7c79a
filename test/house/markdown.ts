import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** A fenced block of a page. */
export interface Fence {
  /** The words after the fence: the language first. */
  readonly info: readonly string[];
  readonly text: string;
  /** The line of the opening fence, from 1. */
  readonly line: number;
}

/** A page of the documentation. */
export interface Page {
  /** Relative to the project's root, with forward slashes. */
  readonly path: string;
  readonly fences: readonly Fence[];
  readonly links: readonly { readonly target: string; readonly line: number }[];
  /** What a link may name after `#`. */
  readonly anchors: readonly string[];
}

/** README.md and everything below docs/. */
export function readPages(root: string): Page[] {
  const paths = ["README.md", ...globSync("docs/**/*.md", { cwd: root }).toSorted()];
  return paths
    .filter((path) => existsSync(join(root, path)))
    .map((path) => parsePage(path.replaceAll("\\", "/"), readFileSync(join(root, path), "utf8")));
}

/** Reads fences, links and headings; what stands inside a fence is neither link nor heading. */
export function parsePage(path: string, text: string): Page {
  const fences: Fence[] = [];
  const prose: string[] = [];
  let open: { mark: string; info: string[]; lines: string[]; line: number } | undefined;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const fence = /^\s*(`{3,}|~{3,})\s*([^`]*)$/.exec(line);
    prose.push(open || fence ? "" : line);
    if (open && fence?.[1]?.startsWith(open.mark) && fence[2] === "") {
      fences.push({ info: open.info, text: open.lines.join("\n"), line: open.line });
      open = undefined;
    } else if (open) {
      open.lines.push(line);
    } else if (fence) {
      open = { mark: fence[1] ?? "", info: (fence[2] ?? "").trim().split(/\s+/), lines: [], line: index + 1 };
    }
  }
  return { path, fences, links: prose.flatMap(linksIn), anchors: prose.flatMap(anchorIn) };
}

function linksIn(line: string, index: number): { target: string; line: number }[] {
  const withoutCode = line.replaceAll(/`[^`]*`/g, "");
  return [...withoutCode.matchAll(/\]\(([^()\s]+)[^()]*\)/g)].map(([, target]) => ({
    target: target ?? "",
    line: index + 1,
  }));
}

/** The anchor of a heading as GitHub makes it: lower case, spaces to hyphens, no punctuation. */
function anchorIn(line: string): string[] {
  const heading = /^#{1,6}\s+(.*)$/.exec(line)?.[1];
  if (heading === undefined) return [];
  const words = heading.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1").toLowerCase();
  return [
    words
      .replaceAll(/[^\p{Letter}\p{Number}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  ];
}
