import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { ProjectSettings } from "../../src/project/load-config.ts";
import { openGovernance } from "../../src/project/open-governance.ts";
import { loadSigningKey } from "../../src/project/signing-key.ts";

const folder = mkdtempSync(join(tmpdir(), "sopwith-key-"));
afterAll(() => rmSync(folder, { recursive: true }));
const settings: ProjectSettings = {
  skills: [],
  workflows: [],
  tools: [],
  model: {},
  store: { kind: "sqlite", file: "x.db" },
  locale: "en",
  limits: { maxInFlight: 7 },
  policies: { users: { mira: ["*"] } },
  secrets: ["LINK"],
  audit: {},
  mcpServers: undefined,
  mcpServe: undefined,
  telemetry: undefined,
  logger: undefined,
  debug: false,
  toolsets: {},
  routes: [],
};

describe("the signing key", () => {
  test("is made once, readable by its owner only, and found again", () => {
    const file = join(folder, "deep", "signing.key");
    const key = loadSigningKey(file, {});
    expect(key).toHaveLength(43);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    chmodSync(file, 0o644);
    expect(loadSigningKey(file, {})).toBe(key);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, "utf8")).toBe(`${key}\n`);
  });

  test("of the environment goes first, and makes no file", () => {
    const file = join(folder, "none.key");
    expect(loadSigningKey(file, { SOPWITH_SECRET: "a long enough secret" })).toBe("a long enough secret");
    expect(existsSync(file)).toBe(false);
  });

  test("that is too short is refused without being told", () => {
    const file = join(folder, "short.key");
    writeFileSync(file, "hunter2\n");
    for (const env of [{}, { SOPWITH_SECRET: "hunter2" }]) {
      let message = "";
      try {
        loadSigningKey(file, env);
      } catch (error) {
        message = (error as Error).message;
      }
      expect(message).toContain("it has 7 characters, expected at least 16");
      expect(message).not.toContain("hunter2");
    }
  });
});

describe("governance", () => {
  test("has the config's rules, and the secrets of the environment by name", () => {
    const env = { OPENAI_API_KEY: "sk-000011112222", HOME: "/home", LINK: "link-0000", GITHUB_TOKEN: "gh-0000" };
    expect(openGovernance(settings, { folder, env, lasting: false })).toEqual({
      secrets: ["sk-000011112222", "gh-0000", "link-0000"],
      signer: expect.any(Object),
      policies: settings.policies,
      maxInFlight: 7,
    });
  });

  test("does without a file where nothing outlives the process", () => {
    const env = { LINK: "link-0000" };
    const first = openGovernance(settings, { folder, env, lasting: false }).signer!;
    const second = openGovernance(settings, { folder, env, lasting: false }).signer!;
    expect(first.verify("text", first.sign("text"))).toBe(true);
    expect(second.verify("text", first.sign("text"))).toBe(false);
    expect(existsSync(join(folder, ".sopwith"))).toBe(false);
  });

  test("a secret that is named and not set is an error", () => {
    expect(() => openGovernance(settings, { folder, env: {}, lasting: false })).toThrow("LINK among its secrets");
  });
});
