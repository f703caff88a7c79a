import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { describe, expect, test } from "vitest";
import { connectHttp, eras } from "./clients.ts";
import { serveShop, shopFolder } from "./served.ts";
import { packingBody } from "./shop.ts";

describe.each(eras)("a %s client", (era) => {
  test("finds skills with a digest of each file, and reads them byte for byte", async () => {
    const folder = shopFolder();
    const { url } = await serveShop({}, folder);
    const skills = new SkillsClient(await connectHttp(url, { era }));
    const found = await skills.list();
    expect(found.skills).toMatchObject([
      {
        uri: "skill://packing/SKILL.md",
        frontmatter: { name: "packing", description: "How a parcel is packed." },
        resources: [{ uri: "skill://packing/SKILL.md" }, { uri: "skill://packing/sizes.txt" }],
      },
    ]);
    const read = await skills.read(found.skills[0]!);
    expect(read).toMatchObject({ verified: true });
    expect(await skills.read(found.skills[0]!, "sizes.txt")).toMatchObject({ verified: true });
  });

  test("reads a skill as a resource, to the byte", async () => {
    const folder = shopFolder();
    const { url } = await serveShop({}, folder);
    const client = await connectHttp(url, { era });
    expect((await client.listResources()).resources).toMatchObject([{ uri: "skill://packing/SKILL.md" }]);
    const { contents } = await client.readResource({ uri: "skill://packing/SKILL.md" });
    const text = readFileSync(join(folder, "skills", "packing", "SKILL.md"), "utf8");
    expect(contents).toMatchObject([{ text }]);
  });

  test.each([
    "skill://packing/../../shop.db",
    "skill://packing/.hidden",
    "skill://other/SKILL.md",
    "file:///etc/passwd",
  ])("reads nothing at %s", async (uri) => {
    const folder = shopFolder();
    const { url } = await serveShop({}, folder);
    const client = await connectHttp(url, { era });
    await expect(client.readResource({ uri })).rejects.toMatchObject({ code: -32_602 });
  });

  test("gets a skill as a prompt: its body as it is, then the task", async () => {
    const { url } = await serveShop();
    const client = await connectHttp(url, { era });
    expect((await client.listPrompts()).prompts).toMatchObject([
      { name: "packing", description: "How a parcel is packed.", arguments: [{ name: "task", required: false }] },
    ]);
    const { messages } = await client.getPrompt({ name: "packing", arguments: { task: "A hat." } });
    expect(messages).toEqual([
      { role: "user", content: { type: "text", text: packingBody } },
      { role: "user", content: { type: "text", text: "A hat." } },
    ]);
    await expect(client.getPrompt({ name: "other" })).rejects.toMatchObject({ code: -32_602 });
  });

  test("sees no skills where none are served", async () => {
    const { url } = await serveShop({ skills: [] });
    const client = await connectHttp(url, { era });
    expect(client.getServerCapabilities()).toMatchObject({ tools: {} });
    expect(client.getServerCapabilities()?.prompts).toBeUndefined();
  });

  test("sees no skill that no model may pick, save as a prompt where the operator named it", async () => {
    const folder = shopFolder();
    mkdirSync(join(folder, "skills", "closing"), { recursive: true });
    const text = "---\nname: closing\ndescription: Closes the shop.\ndisable-model-invocation: true\n---\nClose.\n";
    writeFileSync(join(folder, "skills", "closing", "SKILL.md"), text);
    const lists = async (skills: readonly string[]) => {
      const client = await connectHttp((await serveShop({ skills }, folder)).url, { era });
      const { skills: listed } = await new SkillsClient(client).list();
      const { prompts } = await client.listPrompts();
      return [listed.map((skill) => skill.frontmatter.name), prompts.map((prompt) => prompt.name)];
    };
    expect(await lists(["*"])).toEqual([["packing"], ["packing"]]);
    expect(await lists(["closing", "packing"])).toEqual([["packing"], ["closing", "packing"]]);
  });

  test("is told of a skill that is new, and of one that is gone", async () => {
    const folder = shopFolder();
    const { url } = await serveShop({}, folder);
    const lists: (readonly string[])[] = [];
    let heard = Promise.withResolvers<void>();
    const client = await connectHttp(url, {
      era,
      onListChanged: (list, names) => {
        if (list !== "prompts") return;
        lists.push(names);
        heard.resolve();
      },
    });
    await client.listPrompts();
    const file = join(folder, "skills", "packing.sop.md");
    writeFileSync(file, "---\nname: sealing\ndescription: How it is sealed.\n---\n1. Seal it.\n");
    await heard.promise;
    heard = Promise.withResolvers();
    rmSync(file);
    await heard.promise;
    expect(lists.at(0)).toContain("sealing");
    expect(lists.at(-1)).toEqual(["packing"]);
  });

  test("reads the new text of a skill that was changed, with its new digest", async () => {
    const folder = shopFolder();
    const { url } = await serveShop({}, folder);
    const { promise: heard, resolve } = Promise.withResolvers<void>();
    const client = await connectHttp(url, { era, onListChanged: (list) => list === "resources" && resolve() });
    const skills = new SkillsClient(client);
    const before = await skills.list();
    writeFileSync(
      join(folder, "skills", "packing", "SKILL.md"),
      "---\nname: packing\ndescription: How it is packed now.\n---\n1. Anew.\n",
    );
    await heard;
    const after = await skills.list();
    expect(after.skills[0]!.frontmatter["description"]).toBe("How it is packed now.");
    await expect(skills.read(before.skills[0]!)).rejects.toBeInstanceOf(Error);
    expect(await skills.read(after.skills[0]!)).toMatchObject({ verified: true, body: "1. Anew.\n" });
  });
});

test.each([
  [{ skills: ["packing", "unpacking"] }, 'There is no skill "unpacking" to be served.', "Known: packing."],
  [{ workflows: ["refunds"] }, 'There is no workflow "refunds" to be served.', "Known: refund, greet, mull."],
  [{ inputs: { refunds: [] } }, 'There is no workflow "refunds" to be served.', "Known: refund, greet, mull."],
  [
    { inputs: { refund: ["sum"] } },
    'There is no key of a state "sum" to be served.',
    "Known: order, amount, approved, answer.",
  ],
])("the server does not start with a name of the config that is nowhere: %j", async (options, message, known) => {
  await expect(serveShop(options)).rejects.toMatchObject({ code: "MCP_SERVE_UNKNOWN", message, details: [known] });
});
