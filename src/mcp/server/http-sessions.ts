import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { NodeStreamableHTTPServerTransport } from "@modelcontextprotocol/node";
import { type AuthInfo, isInitializeRequest } from "@modelcontextprotocol/server";
import { afterClose } from "./after-close.ts";
import { buildServer } from "./build-server.ts";
import { refuse } from "./http-answer.ts";
import type { ServedProject } from "./served-project.ts";

/** A request whose sender is known. A server's requests have a method and an address. */
export interface KnownRequest extends IncomingMessage {
  method: string;
  url: string;
  auth?: AuthInfo;
}

/** Sessions of clients that speak the older protocol. */
export interface HttpSessions {
  handle(request: KnownRequest, response: ServerResponse, body: unknown): Promise<void>;
  close(): Promise<void>;
}

interface Session {
  readonly transport: NodeStreamableHTTPServerTransport;
  readonly user: string | undefined;
  usedAt: number;
}

/** A session that nobody has used for so long, in ms, gives way to a new one. */
const idleMs = 3_600_000;

/**
 * Makes the sessions of one server. A session is found by a random id, and by its own user only; the id alone lets
 * nobody in.
 */
export function createHttpSessions(served: ServedProject, maxSessions: number): HttpSessions {
  const sessions = new Map<string, Session>();

  const open = async (user: string | undefined): Promise<NodeStreamableHTTPServerTransport> => {
    const transport: NodeStreamableHTTPServerTransport = new NodeStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (id) => void sessions.set(id, { transport, user, usedAt: Date.now() }),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    const server = buildServer(served);
    await server.connect(transport);
    afterClose(transport, () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    });
    return transport;
  };
  const makeRoom = async (user: string | undefined): Promise<boolean> => {
    if (sessions.size < maxSessions) return true;
    const leaving = chooseLeaving([...sessions.values()], user);
    await leaving?.transport.close();
    return leaving !== undefined;
  };
  return {
    handle: async (request, response, body) => {
      const user = request.auth?.clientId;
      const id = request.headers["mcp-session-id"];
      if (id === undefined) {
        if (!isInitializeRequest(body))
          return refuse(response, { status: 400, message: "No session is named, and the request opens none." });
        if (!(await makeRoom(user))) return refuse(response, { status: 503, message: "There are too many sessions." });
        return (await open(user)).handleRequest(request, response, body);
      }
      const session = typeof id === "string" ? sessions.get(id) : undefined;
      if (!session || session.user !== user)
        return refuse(response, { status: 404, message: "Session not found", code: -32_001 });
      session.usedAt = Date.now();
      return session.transport.handleRequest(request, response, body);
    },
    close: async () => {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
      sessions.clear();
    },
  };
}

/**
 * The session that gives way to a new one of `user`: one that is idle, else the one that was not used for longest of the
 * user who has most, if that user keeps as many as the new one's has then. So nobody can use all of them up.
 */
function chooseLeaving(sessions: readonly Session[], user: string | undefined): Session | undefined {
  const byUse = sessions.toSorted((a, b) => a.usedAt - b.usedAt);
  const [oldest] = byUse;
  if (oldest && oldest.usedAt < Date.now() - idleMs) return oldest;
  // Where users are not known, nobody's sessions are told from another's.
  if (user === undefined) return undefined;
  const byUser = Map.groupBy(byUse, (session) => session.user);
  const own = byUser.get(user) ?? [];
  const most = [...byUser.values()].reduce((left, right) => (right.length > left.length ? right : left), own);
  return most.length > own.length + 1 ? most[0] : own[0];
}
