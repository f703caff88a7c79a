import { Writable } from "node:stream";

/**
 * Keeps stdout for the protocol: from now on whatever the process prints (`console.log`, `process.stdout.write`) goes to
 * stderr. To be called before any other module is loaded, since modules may print while they load.
 * @returns the only way to the real stdout
 */
export function guardStdout(): Writable {
  const { stdout, stderr } = process;
  const write = stdout.write.bind(stdout);
  stdout.write = stderr.write.bind(stderr);
  const real = new Writable({
    decodeStrings: false,
    write: (chunk: string | Uint8Array, encoding, done) => void write(chunk, encoding, done),
  });
  // Whoever reads has gone: the server ends when stdin does.
  stdout.on("error", (error) => real.destroy(error));
  // Without a reader of either there is nobody to tell.
  stderr.on("error", () => undefined);
  return real;
}
