import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { emptyRecord, withGrant } from "../../../src/mcp/client/oauth-record.ts";
import { createOAuthFile } from "../../../src/mcp/client/oauth-store.ts";

let folder: string;
const record = withGrant(emptyRecord, "https://issuer.example", {
  client: { client_id: "c", issuer: "https://issuer.example" },
  tokens: { access_token: "a", token_type: "Bearer", refresh_token: "r", issuer: "https://issuer.example" },
  scope: "read",
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "sopwith-oauth-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

test("gives back what was written, and nothing before", async () => {
  const store = createOAuthFile(join(folder, "tokens"), "a/../b c", "https://one.example");
  expect(await store.read()).toStrictEqual(emptyRecord);
  await store.write(record);
  expect(await store.read()).toStrictEqual(record);
  expect((await stat(join(folder, "tokens"))).mode & 0o777).toBe(0o700);
  expect(await readdir(join(folder, "tokens"))).toStrictEqual([
    expect.stringMatching(/^a____b_c-[0-9a-f]{16}\.json$/) as string,
  ]);
});

test("keeps servers and addresses apart", async () => {
  await createOAuthFile(folder, "one", "https://one.example").write(record);
  expect(await createOAuthFile(folder, "one", "https://two.example").read()).toStrictEqual(emptyRecord);
  expect(await createOAuthFile(folder, "two", "https://one.example").read()).toStrictEqual(emptyRecord);
});

test.each(["{", "[]", `{"issuers":{"i":{"tokens":{"access_token":7}}}}`])(
  "says which file is broken: %s",
  async (text) => {
    const store = createOAuthFile(folder, "one", "https://one.example");
    await store.write(record);
    const [name = ""] = await readdir(folder);
    await writeFile(join(folder, name), text);
    await expect(store.read()).rejects.toMatchObject({ code: "MCP_AUTH_STORE", where: { file: join(folder, name) } });
  },
);
