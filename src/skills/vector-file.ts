import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { isPlainObject } from "../base/json.ts";
import { type Vector, vectorOf } from "./vector.ts";

/** Counts what the file holds and how; a file of another format is not read. */
const format = "sopwith skill vectors 1";
/** Of a text's hash, in bytes. */
const keyBytes = 16;

/**
 * Reads the vectors that an earlier process has kept of an embedder, by the hash of their texts. None where there is no
 * file, it is of another embedder, or it is no such file.
 */
export async function readVectorFile(file: string, embedder: string): Promise<Map<string, Vector>> {
  const vectors = new Map<string, Vector>();
  try {
    const bytes = await readFile(file);
    const start = bytes.indexOf("\n") + 1;
    const head: unknown = JSON.parse(bytes.toString("utf8", 0, start));
    if (!isPlainObject(head) || head["format"] !== format || head["embedder"] !== embedder) return vectors;
    const row = keyBytes + Number(head["dimensions"]);
    if (!(row > keyBytes) || (bytes.length - start) % row !== 0) return vectors;
    for (let at = start; at < bytes.length; at += row) {
      const values = new Int8Array(bytes.subarray(at + keyBytes, at + row));
      vectors.set(bytes.toString("hex", at, at + keyBytes), vectorOf(values));
    }
    return vectors;
  } catch {
    return vectors;
  }
}

/** Keeps vectors of one length for the next process, in one step. @throws Node's own error */
export async function writeVectorFile(
  file: string,
  embedder: string,
  vectors: ReadonlyMap<string, Vector>,
): Promise<void> {
  const dimensions = vectors.values().next().value?.values.length ?? 0;
  const rows = [...vectors].flatMap(([key, { values }]) => [Buffer.from(key, "hex"), new Uint8Array(values)]);
  const head = Buffer.from(`${JSON.stringify({ format, embedder, dimensions })}\n`);
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.${process.pid}.part`;
  try {
    await writeFile(part, Buffer.concat([head, ...rows]));
    await rename(part, file);
  } catch (thrown) {
    await rm(part, { force: true });
    throw thrown;
  }
}

/** The key of a text whose hash is this, in hexadecimal digits. */
export function toVectorKey(hash: string): string {
  return hash.slice(0, keyBytes * 2);
}
