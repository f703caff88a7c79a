import { codeSpans } from "../code-spans.ts";
import type { Finding } from "./finding.ts";
import type { LintCheck, LintSubject } from "./lint-subject.ts";

/** Whether the files that a text names stand beside it. */
export const fileRules: LintCheck = (subject) => [...deadLinks(subject), ...missingFiles(subject), ...scripts(subject)];

function deadLinks(subject: LintSubject): Finding[] {
  const words = withoutSpans(subject.prose);
  const found = [...words.matchAll(markdownLink)].flatMap((match): Finding[] => {
    const target = match[1] ?? match[2] ?? "";
    if (notAPath.test(target)) return [];
    const path = decode(target.replace(/[?#].*$/, ""));
    const reason = path === "" ? undefined : faultOf(subject, path);
    if (reason === undefined) return [];
    return [
      {
        code: "SKILL_LINK_DEAD",
        message: `The link to ${JSON.stringify(target)} leads nowhere: ${reason}.`,
        where: subject.atBody(match.index + match[0].indexOf(target)),
        fix: "Link to a file of the skill, with a path relative to its folder.",
      },
    ];
  });
  return firstOfEach(found);
}

function faultOf({ files }: LintSubject, path: string): string | undefined {
  if (path.startsWith("/")) return "the path is absolute, and only the skill's own folder can be read";
  const kind = files.kindOf(path);
  if (kind === "outside") return "it is outside the skill's folder, which cannot be read";
  return kind === "missing" ? "there is no such file" : undefined;
}

/** Paths into the folders of the format, in code spans: the text tells the model to read them. */
function missingFiles(subject: LintSubject): Finding[] {
  const { prose, files, atBody } = subject;
  const found = codeSpans(prose).flatMap(({ content, start }): Finding[] => {
    const path = /^(?:\.\/)?((?:references|assets)\/[\w./-]*\w\.\w+)$/.exec(content.trim())?.[1];
    if (path === undefined || files.kindOf(path) === "file") return [];
    return [
      {
        code: "SKILL_FILE_MISSING",
        message: `The text names \`${path}\`, but the skill has no such file.`,
        where: atBody(prose.indexOf(path, start)),
        fix: "Add the file, or correct the path.",
      },
    ];
  });
  return firstOfEach(found);
}

/** Scripts wherever they are named, fenced code included. */
function scripts({ skill, files, atBody }: LintSubject): Finding[] {
  const found = [...skill.body.matchAll(scriptPath)].flatMap((match): Finding[] => {
    const path = match[1]!;
    const where = atBody(match.index + match[0].length - path.length);
    const kind = files.kindOf(path);
    if (kind !== "file")
      return [
        {
          code: "SKILL_SCRIPT_MISSING",
          message: `The text names \`${path}\`, but the skill has no such script.`,
          where,
          fix: "Add the script, or correct the path.",
        },
      ];
    if (files.isExecutable(path) || isHandedToProgram(skill.body, path)) return [];
    return [
      {
        code: "SKILL_SCRIPT_NOT_EXECUTABLE",
        message: `The text names \`${path}\` and no program that runs it, but the file itself may not be run.`,
        where,
        fix: `Run "chmod +x ${path}", or name the program that runs it: "bash ${path}".`,
      },
    ];
  });
  return firstOfEach(found);
}

/** `bash scripts/run.sh`: the script needs no leave to be run by itself. */
function isHandedToProgram(body: string, path: string): boolean {
  for (let at = body.indexOf(path); at !== -1; at = body.indexOf(path, at + 1)) {
    if (programs.test(body.slice(Math.max(0, at - 80), at))) return true;
  }
  return false;
}

function firstOfEach(found: readonly Finding[]): Finding[] {
  const seen = new Set<string>();
  return found.filter(({ message }) => !seen.has(message) && seen.add(message));
}

/** Code spans blanked out; links keep their targets. */
function withoutSpans(prose: string): string {
  let words = "";
  for (const { start, end } of codeSpans(prose)) words += prose.slice(words.length, start) + " ".repeat(end - start);
  return words + prose.slice(words.length);
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch (thrown) {
    if (thrown instanceof URIError) return path;
    throw thrown;
  }
}

const markdownLink =
  /\]\(\s*(?:<([^<>\n]+)>|([^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*))(?:\s+["'(][^\n]{0,200}?["')])?\s*\)/g;
/** Addresses, anchors, and holes that a template's reader fills in. */
const notAPath = /^(?:[a-z][a-z0-9+.-]*:|#|\/\/|mailto)|[{}$*<>|]|\.\.\.|…|^(?:url|link|path|file)$/i;
const scriptPath =
  /(?<![\w./}-])(?:\.\/)?(scripts\/(?:[\w-][\w.-]*\/)*[\w-][\w.-]*\.(?:sh|bash|py|js|mjs|cjs|ts|rb|pl|php|ps1))\b/g;
const programs = /\b(?:bash|sh|zsh|python3?|uv|node|npx|tsx|bun|deno|ruby|perl|php|pwsh|source)\s[^\n`]*$/;
