import { defaultServerConditions } from "vite";
import { defineConfig } from "vitest/config";

/** `import "sopwith"` means src/index.ts here, both in what vitest transforms and in what Node loads by itself. */
export default defineConfig({
  resolve: { conditions: ["sopwith-source"] },
  ssr: { resolve: { conditions: ["sopwith-source", ...defaultServerConditions] } },
  test: {
    include: ["test/**/*.test.ts"],
    typecheck: { include: ["test/type/**/*.test-d.ts"] },
    execArgv: ["--conditions=sopwith-source", "--disable-warning=ExperimentalWarning"],
  },
});
