import { formatError } from "../../src/base/errors.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";

/** Uses a store as a plain user, whom file modes stop, and prints the error: `read-only-child.ts <file>`. */
const [file = ""] = process.argv.slice(2);
if (process.getuid?.() === 0) process.setuid?.(65_534);
try {
  await createSqliteStore({ file }).threads();
} catch (error) {
  process.stdout.write(formatError(error));
}
