import { onTestFinished } from "vitest";
import { openProject } from "../../src/project/open-project.ts";
import { openStudio } from "../../src/studio/open-studio.ts";
import type { StudioParts } from "../../src/studio/studio-parts.ts";
import { toolFacts } from "../../src/cli/view-tool.ts";
import { commandFile } from "../cli/run-sopwith.ts";

/** A browser's side of a studio: what the page's script does, without a page. */
export interface StudioClient {
  /** `http://127.0.0.1:4477` */
  readonly origin: string;
  readonly key: string;
  readonly token: string;
  readonly view: (path: string) => Promise<{ readonly status: number; readonly page: string }>;
  /** The pages of a view as they come. */
  readonly follow: (path: string) => AsyncGenerator<string>;
  /** Ends the studio before the test does. */
  readonly close: () => Promise<void>;
  readonly post: (path: string, body: object) => Promise<{ readonly status: number; readonly message: string }>;
}

/** Serves a project until the test has ended, and signs in. */
export async function openedStudio(folder: string, parts: Partial<StudioParts> = {}): Promise<StudioClient> {
  const project = await openProject({ cwd: folder, env: {} });
  const given = { project, commandFile, describeTool: toolFacts, decider: "ana", readOnly: false };
  const studio = await openStudio({ ...given, ...parts }, 0);
  onTestFinished(async () => {
    await studio.close();
    await project.close();
  });
  const { origin, hash } = new URL(studio.url);
  const key = hash.slice("#key=".length);
  const opened = await fetch(`${origin}/session`, {
    method: "POST",
    headers: { origin },
    body: JSON.stringify({ key }),
  });
  const { token } = (await opened.json()) as { readonly token: string };
  const headers = { authorization: `Bearer ${token}` };
  return {
    origin,
    key,
    token,
    view: async (path) => {
      const response = await fetch(`${origin}/view/${path}`, { headers });
      return { status: response.status, page: await response.text() };
    },
    follow: async function* (path) {
      const response = await fetch(`${origin}/view/${path}`, { headers: { ...headers, accept: "text/event-stream" } });
      let rest = "";
      for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
        const events = (rest + text).split("\n\n");
        rest = events.pop()!;
        for (const event of events) yield JSON.parse(event.slice("data: ".length)) as string;
      }
    },
    close: () => studio.close(),
    post: async (path, body) => {
      const response = await fetch(`${origin}${path}`, {
        method: "POST",
        headers: { ...headers, origin },
        body: JSON.stringify(body),
      });
      const { message } = (await response.json()) as { readonly message: string };
      return { status: response.status, message };
    },
  };
}

/** The first of the pages that says all of these, as a person reads it. */
export async function pageThatSays(pages: AsyncGenerator<string>, ...words: readonly string[]): Promise<string> {
  let seen = "";
  // Not `for await`, which would end the stream with the first page that is returned.
  for (let next = await pages.next(); !next.done; next = await pages.next()) {
    seen = textOf(next.value);
    if (words.every((word) => seen.includes(word))) return seen;
  }
  throw new Error(`No page says ${words.join(" and ")}; the last: ${seen}`);
}

/** A page without its markup, on one line. */
export function textOf(page: string): string {
  const text = page
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&quot;", '"')
    .replaceAll("&#39;", "'");
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&").replace(/\s+/g, " ");
}
