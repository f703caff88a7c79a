import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../base/errors.ts";
import { answerChange } from "./answer-change.ts";
import { answerView, type ViewParts } from "./answer-view.ts";
import { type CommandRuns, createCommandRuns } from "./command-runs.ts";
import { createLiveViews, type LiveViews } from "./live-views.ts";
import { readPosted } from "./read-posted.ts";
import { sendFile, sendJson, sendPage, startStream } from "./send.ts";
import { storeMark } from "./store-mark.ts";
import { watchPresence } from "./store-presence.ts";
import { createStudioDoor, type StudioDoor } from "./studio-door.ts";
import { studioCannotListen } from "./studio-errors.ts";
import type { StudioParts } from "./studio-parts.ts";

/** A page that is served, until it is closed. */
export interface Studio {
  /** Where to open it, with the key that lets one browser in. */
  readonly url: string;
  /** Ends all connections; runs that go on because of the page come to rest first. The project stays open. */
  close(): Promise<void>;
}

interface Serving {
  readonly parts: ViewParts;
  readonly door: StudioDoor;
  readonly live: LiveViews;
  readonly runs: CommandRuns;
}

/**
 * Serves the page of a project on this machine only.
 * @param port 0 for any free one. @default 4477
 * @throws `STUDIO_LISTEN`
 */
export async function openStudio(parts: StudioParts, port = 4477): Promise<Studio> {
  const { project, commandFile } = parts;
  const serving: Serving = {
    parts: { ...parts, checkStore: watchPresence(project) },
    door: createStudioDoor(),
    live: createLiveViews(() => storeMark(project)),
    runs: createCommandRuns({ commandFile, folder: project.folder }),
  };
  const server = createServer((request, response) => {
    answer(serving, request, response).catch((error: unknown) => {
      if (response.headersSent) response.destroy();
      else sendJson(response, 500, { message: messageOf(error) });
    });
  });
  const bound = await listen(server, port);
  let closing: Promise<void> | undefined;
  return {
    url: `http://127.0.0.1:${bound}/#key=${serving.door.key}`,
    close: () =>
      (closing ??= (async () => {
        serving.live.close();
        const closed = new Promise((done) => void server.close(done));
        await serving.runs.close();
        server.closeAllConnections();
        await closed;
      })()),
  };
}

async function answer(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { door } = serving;
  const stranger = door.refuseStranger(request, request.socket.localPort ?? 0);
  if (stranger) return sendJson(response, stranger.status, stranger);
  const url = URL.parse(request.url ?? "/", "http://127.0.0.1");
  if (!url) return sendJson(response, 400, { message: "The address is none." });
  if (request.method === "POST") return answerPost(serving, { request, response, path: url.pathname });
  if (request.method !== "GET")
    return sendJson(response, 405, { message: "Pages are read with GET and changed with POST." });
  const name = /^\/view\/([a-z]+)$/.exec(url.pathname)?.[1];
  if (name === undefined) return sendFile(response, url.pathname);
  const unknown = door.refuseUnknown(request);
  if (unknown) return sendJson(response, unknown.status, unknown);
  const render = () => answerView(serving.parts, name, url.searchParams);
  if (!request.headers.accept?.includes("text/event-stream")) return sendPage(response, await render());
  const send = startStream(response);
  const stop = serving.live.watch({ send, render: async () => (await render()).page });
  response.once("close", stop);
}

interface Posted {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
}

async function answerPost({ parts, door, live, runs }: Serving, { request, response, path }: Posted): Promise<void> {
  if (request.headers.origin === undefined)
    return sendJson(response, 403, { message: "Only the studio's own page may change something." });
  const isSignIn = path === "/session";
  const unknown = isSignIn ? undefined : door.refuseUnknown(request);
  if (unknown) return sendJson(response, unknown.status, unknown);
  const posted = await readPosted(request);
  if ("fault" in posted) return sendJson(response, posted.fault.status, posted.fault);
  if (!isSignIn) {
    const { status, message } = await answerChange(parts, runs, { path, body: posted.body });
    live.look();
    return sendJson(response, status, { message });
  }
  const token = door.exchange(posted.body["key"]);
  if (token !== undefined) return sendJson(response, 200, { token });
  return sendJson(response, 403, {
    message:
      "This address was used already, or is of an earlier start; start `sopwith studio` again and open the new one.",
  });
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once("error", reject);
  server.listen(port, "127.0.0.1", resolve);
  try {
    await promise;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw studioCannotListen(port, code === "EADDRINUSE" ? "something else listens there" : (code ?? messageOf(error)));
  }
  server.off("error", reject);
  return (server.address() as AddressInfo).port;
}
