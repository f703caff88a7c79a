import { once } from "node:events";
import { existsSync } from "node:fs";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openProject } from "../../src/project/open-project.ts";
import { openStudio } from "../../src/studio/open-studio.ts";
import { temporaryProject } from "../project/temporary-project.ts";
import { openedStudio } from "./studio-client.ts";

interface Asked {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** A request as any program may make it, with any headers. */
async function ask(
  origin: string,
  asked: Asked,
): Promise<{ status: number; headers: IncomingHttpHeaders; text: string }> {
  const { port } = new URL(origin);
  const sent = request({ host: "127.0.0.1", port, agent: false, ...asked });
  sent.end(asked.body);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of response.setEncoding("utf8")) text += String(chunk);
  return { status: response.statusCode!, headers: response.headers, text };
}

const folder = temporaryProject({});

test("answers nobody but its own page with its token", async () => {
  const { origin, token } = await openedStudio(folder);
  const own = { authorization: `Bearer ${token}` };
  const host = new URL(origin).host;
  const cases: readonly (readonly [number, Asked])[] = [
    [200, { path: "/view/threads", headers: own }],
    [401, { path: "/view/threads" }],
    [401, { path: "/view/threads", headers: { authorization: "Bearer guessed" } }],
    [401, { path: "/view/threads", headers: { cookie: `token=${token}` } }],
    [401, { path: `/view/threads?token=${token}` }],
    [403, { path: "/view/threads", headers: { ...own, host: "evil.example" } }],
    [403, { path: "/view/threads", headers: { ...own, host: "127.0.0.1" } }],
    [403, { path: "/", headers: { host: `evil.example:${new URL(origin).port}` } }],
    [403, { path: "/view/threads", headers: { ...own, origin: "https://evil.example" } }],
    [403, { path: "/view/threads", headers: { ...own, origin: "null" } }],
    [403, { path: "/view/threads", headers: { ...own, host, origin: `http://localhost:${new URL(origin).port}` } }],
    [403, { method: "POST", path: "/decide", headers: own, body: "{}" }],
    [403, { method: "POST", path: "/decide", headers: { ...own, origin: "https://evil.example" }, body: "{}" }],
    [401, { method: "POST", path: "/decide", headers: { origin }, body: "{}" }],
    [400, { method: "POST", path: "/decide", headers: { ...own, origin }, body: "{}" }],
    [400, { method: "POST", path: "/decide", headers: { ...own, origin }, body: "no JSON" }],
    [413, { method: "POST", path: "/decide", headers: { ...own, origin }, body: " ".repeat(1_000_001) }],
    [404, { method: "POST", path: "/elsewhere", headers: { ...own, origin }, body: "{}" }],
    [405, { method: "PUT", path: "/decide", headers: { ...own, origin }, body: "{}" }],
    [404, { path: "/view/nothing", headers: own }],
    [404, { path: "/../package.json" }],
    [404, { path: "/__proto__" }],
  ];
  for (const [status, asked] of cases) expect([(await ask(origin, asked)).status, asked]).toEqual([status, asked]);
});

test("gives its token for the key of the address once", async () => {
  const { origin, key } = await openedStudio(folder);
  const again = { method: "POST", path: "/session", headers: { origin }, body: JSON.stringify({ key }) };
  expect(await ask(origin, again)).toMatchObject({
    status: 403,
    text: expect.stringContaining("used already") as string,
  });
});

test("loads nothing from elsewhere and runs nothing that stands in the markup", async () => {
  const { origin, view } = await openedStudio(folder);
  const { headers, text } = await ask(origin, { path: "/" });
  expect(headers["content-security-policy"]).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  const links = [...text.matchAll(/(?:src|href)="([^"]*)"/g)].map((match) => match[1]);
  expect(links).toEqual(["data:,", "/studio.css", "/studio.js"]);
  expect(text).not.toMatch(/<script[^>]*>[^<]|\son\w+=|style=/);
  for (const path of ["threads", "approvals", "tools", "audit"])
    expect((await view(path)).page).not.toMatch(/<script|\son\w+=|style=/);
  expect((await ask(origin, { path: "/studio.js" })).headers["content-type"]).toBe("text/javascript; charset=utf-8");
  expect((await ask(origin, { path: "/studio.css" })).status).toBe(200);
});

test("makes no store by being looked at, and ends its streams when it is closed", async () => {
  const project = await openProject({ cwd: folder, env: {} });
  const parts = { project, commandFile: "unused", describeTool: () => [], decider: "ana", readOnly: true };
  const studio = await openStudio(parts, 0);
  const { origin, hash } = new URL(studio.url);
  const body = JSON.stringify({ key: hash.slice(5) });
  const { token } = (await (
    await fetch(`${origin}/session`, { method: "POST", headers: { origin }, body })
  ).json()) as {
    token: string;
  };
  const headers = { authorization: `Bearer ${token}`, accept: "text/event-stream" };
  const response = await fetch(`${origin}/view/threads`, { headers });
  const reader = response.body!.getReader();
  expect(new TextDecoder().decode((await reader.read()).value)).toContain("No threads yet.");
  await studio.close();
  await expect(
    (async () => {
      while (!(await reader.read()).done);
    })(),
  ).rejects.toThrow("terminated");
  await project.close();
  expect(existsSync(join(folder, ".sopwith/sopwith.db"))).toBe(false);
});

test("says that its port is taken", async () => {
  const taken = createServer().listen(0, "127.0.0.1");
  await once(taken, "listening");
  const { port } = taken.address() as AddressInfo;
  const project = await openProject({ cwd: folder, env: {} });
  const parts = { project, commandFile: "unused", describeTool: () => [], decider: "ana", readOnly: true };
  await expect(openStudio(parts, port)).rejects.toMatchObject({
    code: "STUDIO_LISTEN",
    message: `The studio cannot listen at 127.0.0.1:${port}: something else listens there.`,
  });
  taken.close();
});
