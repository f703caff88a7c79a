import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { runDoctor } from "../../src/project/run-doctor.ts";
import { parcelFiles, temporaryProject } from "./temporary-project.ts";

let server: Server | undefined;
afterEach(() => {
  server?.close();
  for (const name of ["OPENAI_API_KEY", "OPENAI_BASE_URL"]) delete process.env[name];
});

async function modelServer(status: number): Promise<string> {
  server = createServer((request, response) => {
    response.writeHead(request.headers.authorization === "Bearer k" ? status : 418).end("{}");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

test.each([
  [200, "ok", /^gpt-4\.1-mini at http/],
  [401, "error", /refuses the key \(401\); check OPENAI_API_KEY$/],
])("reports a model server that answers %i", async (status, found, message) => {
  const baseURL = await modelServer(status);
  const folder = temporaryProject({ ".env": `OPENAI_API_KEY=k\nOPENAI_BASE_URL=${baseURL}\n` });
  const checks = await runDoctor(folder);
  expect(checks.find(({ name }) => name === "model")).toEqual({
    name: "model",
    status: found,
    message: expect.stringMatching(message) as string,
    diagnostics: [],
  });
});

test("reports a model server that is not there", async () => {
  const baseURL = await modelServer(200);
  server?.close();
  server?.closeAllConnections();
  const checks = await runDoctor(temporaryProject({ ".env": `OPENAI_API_KEY=k\nOPENAI_BASE_URL=${baseURL}\n` }));
  expect(checks.find(({ name }) => name === "model")).toMatchObject({
    status: "error",
    message: expect.stringContaining("cannot be reached") as string,
  });
});

test("reports a skill that a workflow names and nobody has", async () => {
  const { "skills/find-parcel/SKILL.md": _skill, ...files } = parcelFiles;
  const checks = await runDoctor(temporaryProject(files));
  expect(checks.find(({ name }) => name === "workflows")).toMatchObject({
    status: "error",
    diagnostics: [
      {
        code: "SKILL_NOT_FOUND",
        message: 'The workflow "parcel" names the skill "find-parcel", which does not exist.',
      },
    ],
  });
});

test("reports a rehearsal that cannot be read, and one of another workflow or skill", async () => {
  const script = parcelFiles["workflows/parcel/rehearsals/approved.yaml"]!;
  const folder = temporaryProject({
    ...parcelFiles,
    "workflows/parcel/rehearsals/broken.yaml": script.replace("turns:", "truns:"),
    "skills/find-parcel/tests/other.yaml": "skill: find-letter\nturns: [{ say: Hi }]\n",
    "workflows/parcel/rehearsals/other.yaml": script.replace("workflow: parcel", "workflow: letter"),
  });
  const rehearsals = (await runDoctor(folder)).find(({ name }) => name === "rehearsals");
  expect(rehearsals).toMatchObject({ status: "error", message: "4 found" });
  expect([...new Set(rehearsals?.diagnostics.map(({ code }) => code))]).toEqual([
    "REHEARSAL_INVALID",
    "REHEARSAL_OTHER",
  ]);
});

test("goes no further than a config that cannot be used", async () => {
  const checks = await runDoctor(temporaryProject({ "sopwith.config.mjs": "export default { skils: 1 };" }));
  expect(checks.map(({ name, status }) => `${name} ${status}`)).toEqual(["node ok", "config error"]);
});

test.each([
  ["stands beside the store", {}, "warning", /\.sopwith\/signing\.key stands beside the store/],
  ["is in the environment", { ".env": "SOPWITH_SECRET=a-secret-of-some-length\n" }, "ok", /^SOPWITH_SECRET signs/],
])("looks at a signing key that %s", async (_, files, status, message) => {
  delete process.env["SOPWITH_SECRET"];
  const folder = temporaryProject({ ...files, ".sopwith/signing.key": "a-key-of-some-length-in-a-file\n" });
  const checks = await runDoctor(folder);
  delete process.env["SOPWITH_SECRET"];
  expect(checks.find(({ name }) => name === "key")).toEqual({
    name: "key",
    status,
    message: expect.stringMatching(message) as string,
    diagnostics: [],
  });
});

test("tells of keys in the config that do nothing", async () => {
  const checks = await runDoctor(temporaryProject({ "sopwith.config.mjs": "export default { timeoutMs: 15_000 };" }));
  expect(checks.find(({ name }) => name === "config")).toMatchObject({
    status: "warning",
    diagnostics: [{ code: "CONFIG_STALE" }],
  });
});
