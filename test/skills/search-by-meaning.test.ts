import { rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createEmbedder } from "../../src/model/embedder.ts";
import { createSkillLibrary, type SkillLibrary } from "../../src/skills/skill-library.ts";
import { type EmbeddingServer, startEmbeddingServer } from "./embedding-server.ts";
import { makeFolder, writeInto } from "./skill-folder.ts";

const skills: Readonly<Record<string, string>> = {
  refund: "Give a customer their money back.",
  "event-safety": "Cancel outdoor events when a storm comes.",
  shipping: "Say where a parcel is.",
};

const textOf = (name: string, description: string): string =>
  `---\nname: ${name}\ndescription: ${description}\n---\nBody.\n`;

function plantSkills(): string {
  const files = Object.entries(skills).map(([name, text]) => [`skills/${name}/SKILL.md`, textOf(name, text)]);
  return makeFolder(Object.fromEntries(files) as Record<string, string>);
}

function plantSkill(folder: string, name: string, description: string): void {
  writeInto(folder, `skills/${name}/SKILL.md`, textOf(name, description));
}

function openLibrary(folder: string, { baseURL }: Pick<EmbeddingServer, "baseURL">): SkillLibrary {
  return createSkillLibrary({
    roots: [join(folder, "skills")],
    embedder: createEmbedder({ model: "small", baseURL }),
    vectorFile: join(folder, ".sopwith/skill-vectors"),
  });
}

async function namesOf(library: SkillLibrary, query: string, notices: string[] = []): Promise<readonly string[]> {
  const hits = await library.search(query, 10, { onNotice: (message) => void notices.push(message) });
  return hits.map(({ name }) => name);
}

test("finds a skill that shares no word with the request", async () => {
  const library = openLibrary(plantSkills(), await startEmbeddingServer());
  expect((await namesOf(library, "please reimburse me"))[0]).toBe("refund");
  expect((await namesOf(library, "do I need an umbrella"))[0]).toBe("event-safety");
});

test("puts a skill that holds the words before one that only means much the same", async () => {
  const folder = plantSkills();
  plantSkill(folder, "payout", "Reimburse travel expenses.");
  const library = openLibrary(folder, await startEmbeddingServer());
  expect((await namesOf(library, "reimburse travel expenses")).slice(0, 2)).toEqual(["payout", "refund"]);
});

test("compares words alone where that is asked for, and embeds nothing", async () => {
  const server = await startEmbeddingServer();
  const library = openLibrary(plantSkills(), server);
  expect(await library.search("please reimburse me", 10, { byMeaning: false })).toEqual([]);
  expect(server.asked).toEqual([]);
});

test("embeds a skill once, in this process and the next, and again when its description has changed", async () => {
  const server = await startEmbeddingServer();
  const folder = plantSkills();
  const library = openLibrary(folder, server);
  await Promise.all([namesOf(library, "one"), namesOf(library, "two")]);
  await namesOf(openLibrary(folder, server), "three");
  plantSkill(folder, "shipping", "Say when it rains.");
  rmSync(join(folder, "skills/event-safety"), { recursive: true });
  await library.reload();
  expect(await namesOf(library, "umbrella")).toEqual(["shipping", "refund"]);
  const texts = Object.entries(skills).map(([name, text]) => `${name.replace("-", " ")}: ${text}`);
  expect(server.asked.flat().toSorted()).toEqual(
    [...texts, "shipping: Say when it rains.", "one", "three", "two", "umbrella"].toSorted(),
  );
});

test("says why when the server fails, finds by words, and leaves the server alone for a while", async () => {
  const server = await startEmbeddingServer();
  server.become(401);
  const library = openLibrary(plantSkills(), server);
  const notices: string[] = [];
  expect(await namesOf(library, "money for umbrella", notices)).toEqual(["refund"]);
  expect(await namesOf(library, "parcel", notices)).toEqual(["shipping"]);
  expect(notices).toEqual(Array.from({ length: 2 }, () => expect.stringMatching(/words alone.*MODEL_AUTHENTICATION/)));
  expect(server.asked).toEqual([["money for umbrella"]]);
});

test("stops with the run that searches", async () => {
  const server = await startEmbeddingServer();
  server.become(0);
  const library = openLibrary(plantSkills(), server);
  const controller = new AbortController();
  const searching = library.search("money", 10, { signal: controller.signal });
  await Promise.race([server.next(), searching]);
  controller.abort(new Error("cancelled"));
  await expect(searching).rejects.toThrow("cancelled");
  server.become(200);
  expect(await namesOf(library, "reimburse")).toContain("refund");
});
