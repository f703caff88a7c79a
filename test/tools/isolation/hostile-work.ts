import { toolError } from "../../../src/tools/tool-error.ts";
import type { ToolContext } from "../../../src/tools/tool.ts";

let calls = 0;

/** Work that does what it is told, also what no tool should. */
export default async function work({ act }: { readonly act: string }, context: ToolContext): Promise<unknown> {
  calls += 1;
  switch (act) {
    case "loop":
      for (;;) calls += 0;
    case "exit":
      // oxlint-disable-next-line unicorn/no-process-exit -- hostile on purpose
      return process.exit(3);
    case "abort":
      return process.abort();
    case "balloon": {
      const kept: unknown[] = [];
      for (;;) kept.push(Array.from({ length: 100_000 }, () => calls));
    }
    case "late throw":
      setImmediate(() => {
        throw new Error("late");
      });
      return new Promise(() => {});
    case "throw a text":
      // oxlint-disable-next-line typescript/only-throw-error -- hostile on purpose
      throw "a text";
    case "throw a trap":
      // oxlint-disable-next-line typescript/only-throw-error -- hostile on purpose
      throw new Proxy({}, { getPrototypeOf: () => JSON.parse("") });
    case "refuse":
      throw toolError({ code: "NO_SEAT", message: "No seat is free.", effect: "none", retryable: false });
    case "caused":
      throw Object.assign(new RangeError("far", { cause: new TypeError("near") }), { code: "E_FAR" });
    case "function":
      return () => act;
    case "instance":
      return context.backend;
    case "env":
      return Object.keys(process.env);
    default:
      return { calls, callId: context.callId, key: context.idempotencyKey, user: context.caller.user };
  }
}
