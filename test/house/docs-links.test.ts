import { existsSync } from "node:fs";
import { posix } from "node:path";
import { expect, test } from "vitest";
import { parsePage, readPages, type Page } from "./markdown.ts";
import { projectRoot } from "./project-root.ts";

test("links inside the documentation lead somewhere", () => {
  const pages = readPages(projectRoot);
  expect(pages.map((page) => page.path)).toContain("README.md");
  expect(pages.flatMap((page) => deadLinks(page, pages))).toEqual([]);
});

test("a dead file, a dead anchor and a link out of the project are found", () => {
  const page = parsePage(
    "docs/a.md",
    "# A `b` c!\n[1](#a-b-c) [2](no.md) [3](#no) [4](https://example.com) [5](../../x)\n```\n[6](no)\n```",
  );
  expect(deadLinks(page, [page])).toEqual(["docs/a.md:2 no.md", "docs/a.md:2 #no", "docs/a.md:2 ../../x"]);
});

function deadLinks(page: Page, pages: readonly Page[]): string[] {
  return page.links
    .filter(({ target }) => !/^[a-z]+:/.test(target))
    .filter(({ target }) => !isAlive(target, page, pages))
    .map(({ target, line }) => `${page.path}:${line} ${target}`);
}

function isAlive(target: string, page: Page, pages: readonly Page[]): boolean {
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? page.path : posix.join(posix.dirname(page.path), decodeURI(file));
  const known = pages.find((candidate) => candidate.path === path);
  if (known === undefined) return !path.startsWith("..") && existsSync(posix.join(projectRoot, path));
  return anchor === undefined || known.anchors.includes(decodeURI(anchor));
}
