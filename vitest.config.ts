import { availableParallelism } from "node:os";
import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** What packages keep for bundlers is often nothing that Node can load. */
const serverConditions = defaultServerConditions.filter((condition) => condition !== "module");

/** `import "sopwith"` means src/index.ts here, both in what vitest transforms and in what Node loads by itself. */
export default defineConfig({
  resolve: { conditions: ["sopwith-source"] },
  ssr: { resolve: { conditions: ["sopwith-source", ...serverConditions] } },
  test: {
    include: ["test/**/*.test.ts"],
    // Room for a busy machine; no test asserts a time.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Many tests wait for programs that they start, so even two cores have work for two files at once.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    // A workflow that a user is still writing must not fail the tests.
    typecheck: { include: ["test/type/**/*.test-d.ts"], ignoreSourceErrors: true },
    execArgv: ["--conditions=sopwith-source", "--disable-warning=ExperimentalWarning"],
  },
});
