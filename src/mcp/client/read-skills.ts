import { createHash } from "node:crypto";
import { isPlainObject } from "../../base/json.ts";
import { cleanText } from "../../tools/clean-text.ts";
import { anyResult } from "./any-result.ts";
import { shorten } from "./clean-schema.ts";
import type { McpConnection } from "./connect.ts";
import type { McpSkill } from "./mcp-servers.ts";
import { type ReadOptions, readResourceOf } from "./read-resources.ts";

/** The extension by which servers offer skills. */
const extension = "io.modelcontextprotocol/skills";
/** The file that every skill has. */
export const SKILL_FILE = "SKILL.md";

const mostPages = 50;
const mostSkills = 500;
const mostFiles = 100;
const skillName = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const digestForm = /^sha256:[0-9a-f]{64}$/;

type Fields = Readonly<Record<string, unknown>>;

/**
 * The skills of a server; none where it offers none. One whose files have no digests, or no name that a skill can have,
 * is not taken: nobody could agree to what it is.
 */
export async function listSkills(connection: McpConnection, options: ReadOptions): Promise<readonly McpSkill[]> {
  if (connection.capabilities.extensions?.[extension] === undefined) return [];
  const found = new Map<string, McpSkill>();
  let cursor: string | undefined;
  for (let page = 0; page < mostPages && found.size < mostSkills; page += 1) {
    const result = await listPage(connection, cursor, options);
    for (const entry of Array.isArray(result["skills"]) ? (result["skills"] as readonly unknown[]) : []) {
      const skill = toSkill(entry);
      if (skill && !found.has(skill.name)) found.set(skill.name, skill);
    }
    const { nextCursor } = result;
    if (typeof nextCursor !== "string" || nextCursor === "" || nextCursor === cursor) break;
    cursor = nextCursor;
  }
  return [...found.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

async function listPage(
  { client }: McpConnection,
  cursor: string | undefined,
  { signal, timeoutMs }: ReadOptions,
): Promise<Fields> {
  const params = cursor === undefined ? {} : { cursor };
  return client.request({ method: "skills/list", params }, anyResult, {
    timeout: timeoutMs,
    ...(signal && { signal }),
  });
}

/** One file of a skill. @throws where it is not what the list said, in size or in a single byte */
export async function readSkillFile(
  connection: McpConnection,
  { skill, path }: { readonly skill: McpSkill; readonly path: string },
  options: ReadOptions,
): Promise<Buffer> {
  const digest = Object.hasOwn(skill.files, path) ? skill.files[path] : undefined;
  if (digest === undefined) throw new Error(`the skill has no file ${path}`);
  const uri = `${rootOf(skill.uri)}/${path.split("/").map(encodeURIComponent).join("/")}`;
  const [content] = await readResourceOf(connection, uri, options);
  if (content?.type !== "resource") throw new Error(`nothing was given for ${path}`);
  const bytes = content.text === undefined ? Buffer.from(content.blob ?? "", "base64") : Buffer.from(content.text);
  if (skillDigest(bytes) !== digest) throw new Error(`${path} is not what the list of skills says that it is`);
  return bytes;
}

/** How a file is named by what stands in it. */
export function skillDigest(bytes: Buffer): string {
  return `sha256:${createHash("sha256").update(bytes).digest("hex")}`;
}

function toSkill(entry: unknown): McpSkill | undefined {
  const { uri, frontmatter, resources } = isPlainObject(entry) ? entry : ({} as Fields);
  const { name, description } = isPlainObject(frontmatter) ? frontmatter : ({} as Fields);
  if (typeof uri !== "string" || !uri.endsWith(`/${SKILL_FILE}`)) return undefined;
  if (typeof name !== "string" || name.length > 64 || !skillName.test(name)) return undefined;
  if (!Array.isArray(resources) || resources.length > mostFiles) return undefined;
  const files = (resources as readonly unknown[]).map((file) => toFile(file, rootOf(uri)));
  if (files.some((file) => file === undefined)) return undefined;
  // A server's tests would be run here as if they were ours.
  const kept = files.flatMap((file) => (file && !file[0].startsWith("tests/") ? [file] : []));
  if (!kept.some(([path]) => path === SKILL_FILE)) return undefined;
  const about = typeof description === "string" ? shorten(cleanText(description), 1024) : "";
  return { name, description: about, uri, files: Object.fromEntries(kept) };
}

function rootOf(uri: string): string {
  return uri.slice(0, -`/${SKILL_FILE}`.length);
}

/** Path and digest; `undefined` for what cannot be a file below the skill's folder on every system. */
function toFile(file: unknown, root: string): readonly [string, string] | undefined {
  const { uri, digest } = isPlainObject(file) ? file : ({} as Fields);
  if (typeof uri !== "string" || typeof digest !== "string" || !digestForm.test(digest)) return undefined;
  if (!uri.startsWith(`${root}/`)) return undefined;
  const parts = uri.slice(root.length + 1).split("/");
  try {
    const names = parts.map(decodeURIComponent);
    return names.every((name) => fileName.test(name)) ? [names.join("/"), digest] : undefined;
  } catch {
    // No text at all.
    return undefined;
  }
}

/** Neither hidden, nor a way out of the folder, nor a device. */
const fileName = /^(?![.\s])(?!(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))[^\p{C}\\/:*?"<>|]{1,120}(?<![.\s])$/iu;
