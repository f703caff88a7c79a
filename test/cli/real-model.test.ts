import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { parseRehearsal } from "../../src/model/parse-rehearsal.ts";
import { startRehearsalServer } from "../../src/model/rehearsal-server.ts";
import { parcelFiles, temporaryProject } from "../project/temporary-project.ts";
import { commandFile, plainEnvironment, runSopwith } from "./run-sopwith.ts";

test(
  "asks the server that the environment names once there is a key, and decides nothing by itself",
  { timeout: 60_000 },
  async () => {
    const folder = temporaryProject(parcelFiles);
    const script = parseRehearsal(parcelFiles["workflows/parcel/rehearsals/approved.yaml"]!, { file: "script.yaml" });
    const server = await startRehearsalServer(script);
    const env = {
      ...plainEnvironment(),
      OPENAI_API_KEY: "k",
      OPENAI_BASE_URL: server.baseURL,
      OPENAI_MODEL: "small, big",
    };
    // Given no text, the run starts from the one of the default rehearsal, as `npm start` does.
    const line = [commandFile, "run", "parcel", "--thread", "t"];
    const ended: unknown = await promisify(execFile)(process.execPath, line, { cwd: folder, env }).catch(
      (error: unknown) => error,
    );
    expect(server.unused()).toEqual([]);
    await server.close();
    expect(ended).toMatchObject({ code: 3, stderr: "" });
    expect((ended as { stdout: string }).stdout).toMatch(
      /^workflow {2}parcel\nthread {4}t\nmodel {5}small, big\ntext {6}Where is parcel P-1\?\n/,
    );
  },
);

test("says which setting to look at when the server is not there", { timeout: 60_000 }, async () => {
  const folder = temporaryProject({
    ...parcelFiles,
    ".env": "OPENAI_API_KEY=k\nOPENAI_BASE_URL=http://127.0.0.1:9/v1\n",
  });
  const ended = await runSopwith(folder, "run", "parcel", "Where is parcel P-1?", "--thread", "t");
  expect(ended).toMatchObject({ code: 1, stderr: "" });
  expect(ended.stdout).toMatch(/\nfailed\n {2}MODEL_UNREACHABLE {2}.*\n.*OPENAI_BASE_URL/s);
  expect(ended.stdout).toMatch(/\nTo go on when the cause is gone:\n {2}npx sopwith resume t\n$/);
  expect((await runSopwith(folder, "threads", "show", "t")).stdout).toContain("MODEL_UNREACHABLE");
});
