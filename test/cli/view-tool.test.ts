import { expect, test } from "vitest";
import { z } from "zod";
import { toolFacts, toToolJson } from "../../src/cli/view-tool.ts";
import { defineTool } from "../../src/tools/define-tool.ts";

const full = defineTool({
  name: "web/search",
  description: "Search the web.",
  effect: "read",
  version: 2,
  category: "query",
  aliases: [{ name: "web/find" }],
  labels: ["untrusted"],
  available: { env: ["SEARCH_KEY"], check: () => true },
  visibility: { agents: ["desk"], users: [] },
  input: z.object({}),
  policy: {
    timeoutMs: 10_000,
    retry: { maxAttempts: 3 },
    concurrency: { maxConcurrency: 4, order: "fair", maxQueue: 200 },
    rate: { tool: { calls: 60, perMs: 60_000 }, user: { calls: 10, perMs: 60_000 } },
    priority: "low",
    whenUnavailable: "The web search is down.",
    maxOutputLength: 200_000,
    fallback: ["web/cache"],
  },
  run: () => 1,
});

test("shows every part of a tool's policy", () => {
  expect(Object.fromEntries(toolFacts({ tool: full, owners: ["config"], enabled: false }))).toEqual({
    of: "config",
    version: "2, once called web/find",
    toolset: "web, query, off",
    effect: "read, safe",
    labels: "untrusted",
    needs: "SEARCH_KEY, a check",
    agents: "desk",
    users: "nobody",
    confirm: "never",
    timeout: "10.0 s",
    attempts: "3, waits up to 200 ms, then up to 5.0 s",
    "at once": "4, fair queue of 200",
    rate: "60 in 1 min, 10 in 1 min for each user",
    breaker: "50 % of 10 or more calls in 1 min, or 20 that do not end; open for 30.0 s",
    priority: "low",
    largest: "200000 characters",
    told: "The web search is down.",
    fallback: "web/cache",
  });
});

test("leaves none of them out for programs", () => {
  const shown = toToolJson({ tool: full, owners: ["config"], enabled: true });
  expect(Object.keys((shown as { policy: object }).policy).toSorted()).toEqual(Object.keys(full.policy).toSorted());
  expect(shown).toMatchObject({ env: ["SEARCH_KEY"], labels: ["untrusted"], policy: { fallback: ["web/cache"] } });
});

test("says what has no bound", () => {
  const tool = defineTool({ name: "a/b", description: "d", effect: "read", input: z.object({}), run: () => 1 });
  expect(toolFacts({ tool, owners: ["config"], enabled: true })).toEqual(
    expect.arrayContaining([
      ["attempts", "1"],
      ["at once", "no bound"],
      ["rate", "no bound"],
      ["fallback", "none"],
    ]),
  );
});
