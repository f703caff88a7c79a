import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "./project-root.ts";
import { readSourceFiles } from "./source-file.ts";

const TEXT = /\.(c?ts|m?js|json|md|ya?ml|txt|eml|csv)$|(^|\/)(LICENSE|run|\.[a-z]+)$/;
const VAGUE_FILE = /(^|[-/])(utils?|helpers?|misc|common|managers?|services?|impl|part-?\d+)\.m?ts$/;
const VAGUE_NAME = /(Manager|Helper|Utils?|Impl|Service)$|^(Base|Abstract)[A-Z]|^I[A-Z][a-z]/;
const SHORT_NAME = /^(ctx|opts|cfg|msg|req|res)$/;

const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
  cwd: projectRoot,
})
  .toString()
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(projectRoot, path)));

test("no file names a place on the machine where it was written", () => {
  const places = [
    /\/(home|Users)\/\w/,
    /(^|[\s"'`(=])\/root\//m,
    new RegExp(`(^|[^\\w.])${projectRoot.replace(/\/$/, "")}/`),
  ];
  expect(linesWith(places)).toEqual([]);
});

test("no file names the host of a package registry", () => {
  expect(linesWith([/https?:\/\/[^\s/"']*registry[^\s/"']*/, /"resolved": *"http/])).toEqual([]);
});

test("files are named after what they hold", () => {
  expect(files.filter((path) => VAGUE_FILE.test(path))).toEqual([]);
});

test("names in src are words, not abbreviations or roles that fit everything", () => {
  const faults = readSourceFiles(join(projectRoot, "src")).flatMap((file) => {
    const vague = file.exports.filter(({ name }) => VAGUE_NAME.test(name)).map(({ name }) => name);
    const short = file.nodes.flatMap(({ type, name }) => {
      return type === "Identifier" && typeof name === "string" && SHORT_NAME.test(name) ? [name] : [];
    });
    return [...vague, ...new Set(short)].map((name) => `src/${file.path}: ${name}`);
  });
  expect(faults).toEqual([]);
});

function linesWith(patterns: readonly RegExp[]): string[] {
  return files
    .filter((path) => TEXT.test(path))
    .flatMap((path) => {
      const lines = readFileSync(join(projectRoot, path), "utf8").split("\n");
      return lines.flatMap((line, index) => {
        return patterns.some((pattern) => pattern.test(line))
          ? [`${path}:${index + 1} ${line.trim().slice(0, 80)}`]
          : [];
      });
    });
}
