// The harness's cases about skills: an index of many, an edit until it shows, what a model is sent of a catalogue.
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import { createMemoryStore, createRunner, defineWorkflow, routerNode } from "../../src/index.ts";
import { createSkillLibrary } from "../../src/skills/skill-library.ts";
import { watchSkills } from "../../src/skills/watch-skills.ts";

const indexFileOf = (n) => path.join(tmpdir(), `sopwith-bench-index-${n}.json`);

function indexCase(library) {
  let skills;
  return {
    async index() {
      const report = await library.load();
      skills = report.skills;
      return skills.map(({ name, description, location }) => ({ name, description, path: location }));
    },
    body: (position) => library.text(skills[position].name),
    opened: async (position) => (await library.get(skills[position].name)).body,
  };
}

export const skillIndex = {
  /** Every skill read, nothing known before; written down for the next start as well. */
  async index({ dir, n }) {
    rmSync(indexFileOf(n), { force: true });
    return indexCase(createSkillLibrary({ roots: [dir], indexFile: indexFileOf(n) }));
  },
  /** A start after another process has written the index down. */
  async restart({ dir, n }) {
    const child = [fileURLToPath(import.meta.url), dir, indexFileOf(n)];
    const { status, stderr } = spawnSync(process.execPath, child, { encoding: "utf8" });
    if (status !== 0) throw new Error(stderr);
    return indexCase(createSkillLibrary({ roots: [dir], indexFile: indexFileOf(n) }));
  },
  /** As `index`, with the body parsed into steps where the others hand over text. */
  async opened({ dir }) {
    const made = indexCase(createSkillLibrary({ roots: [dir] }));
    return { ...made, body: made.opened };
  },
};

/** A library that holds its texts, watched with every net on; `get` is what a run would be given. */
async function watched(dir, name) {
  const library = createSkillLibrary({ roots: [dir], holdTexts: true });
  await library.load();
  let shown = await library.get(name);
  let tell = () => {};
  const show = async () => {
    shown = await library.get(name);
    tell();
  };
  const watcher = watchSkills(library, {
    onReload: () => void show(),
  });
  return { watcher, instance: { get: () => shown.body, onChange: (listener) => (tell = listener) } };
}

export const hotReload = {
  async watch({ dir, name }) {
    const { watcher, instance } = await watched(dir, name);
    await watcher.ready;
    return { ...instance, close: () => watcher.close() };
  },
  /** The library alone: from here on it serves, and the watcher gets ready beside it. */
  async serves({ dir, name }) {
    const { watcher, instance } = await watched(dir, name);
    return { ...instance, close: () => watcher.close() };
  },
};

/** What a model is sent to pick one of `n` skills: the whole first request of a router, against its user message alone. */
export const contextCost = {
  async skills({ dir }) {
    const library = createSkillLibrary({ roots: [dir] });
    const { skills } = await library.load();
    const text =
      "The vendor sent the same invoice twice. Please reconcile it with the ledger and tell me what is left.";
    let sent;
    const model = {
      name: "scripted",
      async respond(request) {
        sent = request;
        throw new Error("asked once");
      },
    };
    const State = z.object({ request: z.string(), choice: z.string().optional() });
    const workflow = defineWorkflow({
      name: "route",
      state: State,
      start: "route",
      nodes: {
        route: routerNode({
          choices: skills.map((skill) => skill.name),
          input: (state) => state.request,
          save: (choice) => ({ choice }),
        }),
      },
      edges: { route: "end" },
    });
    await createRunner({ workflow, skills: library, model, store: createMemoryStore() }).start({ request: text });
    const messages = sent.messages.map((message) => message.text);
    return { version: "0.1.0", with: { messages, tools: sent.tools }, without: { messages: [text], tools: [] } };
  },
};

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , dir, indexFile] = process.argv;
  await createSkillLibrary({ roots: [dir], indexFile }).load();
}
