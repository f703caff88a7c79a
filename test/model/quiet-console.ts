import { afterEach, beforeEach, vi } from "vitest";

/** Fails every test of the file in which anything was written to the console. */
export function keepConsoleQuiet(): void {
  const spies = (["log", "warn", "error", "info", "debug"] as const).map((method) => vi.spyOn(console, method));
  beforeEach(() => {
    for (const spy of spies) spy.mockClear();
  });
  afterEach(() => {
    const written = spies.flatMap((spy) => spy.mock.calls);
    if (written.length > 0) throw new Error(`written to the console: ${JSON.stringify(written)}`);
  });
}
