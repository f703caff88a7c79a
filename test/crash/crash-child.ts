import { writeSync } from "node:fs";
import { isSopwithError } from "../../src/base/errors.ts";
import { createSqliteStore } from "../../src/store/sqlite-store.ts";
import { createFailPoints, type FailPlan } from "./fail-points.ts";
import { workToTheEnd } from "./work.ts";

/**
 * One process that works on a run until it has ended, or something happens at a point:
 * `crash-child.ts <store file> <world's URL> <thread> <plan as JSON>`. Says on stdout how it ended, and what it passed.
 */
const [file = "", url = "", thread = "", plan = ""] = process.argv.slice(2);
const store = createSqliteStore({ file });
const points = createFailPoints(JSON.parse(plan) as FailPlan);
let ended: string;
try {
  ended = await workToTheEnd({ store, points, url, thread });
} catch (error) {
  ended = isSopwithError(error) ? error.code : String(error);
}
writeSync(1, `${JSON.stringify({ ended, points: points.names })}\n`);
// oxlint-disable-next-line unicorn/no-process-exit -- idle sockets to the world would keep it for seconds
process.exit(0);
