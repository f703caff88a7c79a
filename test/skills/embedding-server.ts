import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** A server on loopback that speaks `/v1/embeddings`, and knows three subjects. */
export interface EmbeddingServer {
  readonly baseURL: string;
  /** The texts of each request so far. */
  readonly asked: readonly (readonly string[])[];
  /** From now on: answers with this status, or not at all where it is 0. */
  become(status: number): void;
  /** Resolves when a request arrives. */
  next(): Promise<void>;
}

/** Starts one; it is closed when the test has finished. */
export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const asked: string[][] = [];
  let status = 200;
  let arrived = Promise.withResolvers<void>();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { input } = JSON.parse(Buffer.concat(chunks).toString()) as { readonly input: string[] };
      asked.push(input);
      arrived.resolve();
      arrived = Promise.withResolvers();
      if (status === 0) return;
      const data = input.map((text, index) => ({ object: "embedding", index, embedding: subjectsOf(text) }));
      response.writeHead(status, { "content-type": "application/json" });
      response.end(JSON.stringify(status === 200 ? { object: "list", data } : { error: { message: "no" } }));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    baseURL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    become: (next) => void (status = next),
    next: () => arrived.promise,
  };
}

/** How much a text speaks of money, weather and parcels. */
export function subjectsOf(text: string): number[] {
  return subjects.map((subject) => text.match(subject)?.length ?? 0);
}

const subjects = [
  /refund|money|reimburse|cash/gi,
  /weather|storm|rain|umbrella/gi,
  /parcel|shipping|deliver|package/gi,
];
