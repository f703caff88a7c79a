import { expect, test } from "vitest";
import { toSearchEntry } from "../../src/skills/search-entry.ts";
import { createSkillSearch } from "../../src/skills/search-skills.ts";

const entries = [
  { name: "refund", description: "Give a customer their money back for an order." },
  { name: "event-safety", description: "Watch the weather and cancel outdoor events in time." },
  { name: "发票", description: "查询、开具和作废电子发票。" },
  toSearchEntry(
    { name: "shipping", description: "Track parcels." },
    "# Parcels\n\n## When to use\n- Where is my package?\n\n```\nrefund --now\n```\n## 物流查询\n",
  ),
];

test.each([
  ["I want my money back", ["refund"]],
  ["cancelling an event", ["event-safety"]],
  ["where is the package", ["shipping"]],
  ["帮我开一张电子发票", ["发票"]],
  ["物流到哪了", ["shipping"]],
  ["refunds", ["refund", "shipping"]],
  ["quantum chromodynamics", []],
  ["", []],
])("%j finds %j", async (query, names) => {
  const search = await createSkillSearch(entries);
  expect(search.find(query).map((hit) => hit.name)).toEqual(names);
});

test("puts a name above a description, and gives no more than asked for", async () => {
  const search = await createSkillSearch([
    { name: "a", description: "Lists what an order holds." },
    { name: "order-status", description: "Says where it is." },
  ]);
  expect(search.find("order").map((hit) => hit.name)).toEqual(["order-status", "a"]);
  expect(search.find("order", 1)).toHaveLength(1);
});

test("lets one rare word outweigh several common ones", async () => {
  const others = Array.from({ length: 30 }, (_, index) => ({
    name: `service-${index}`,
    description: "Writes new code and tests for a service.",
  }));
  const search = await createSkillSearch([...others, { name: "ledger", description: "Keeps the accounts." }]);
  expect(search.find("write new code and tests for the ledger", 1).map((hit) => hit.name)).toEqual(["ledger"]);
});

test("follows a skill that changes or goes", async () => {
  const search = await createSkillSearch(entries);
  search.replace({ name: "refund", description: "Pay out credit notes." });
  search.replace({ name: "new", description: "Knit socks." });
  search.remove("event-safety");
  search.remove("unknown");
  const found = (query: string): readonly string[] => search.find(query).map((hit) => hit.name);
  expect([found("money"), found("credit notes"), found("socks"), found("weather")]).toEqual([
    [],
    ["refund"],
    ["new"],
    [],
  ]);
});

test("takes headings, examples and the body", () => {
  const body = "# Title\nFirst words.\n## Examples\n- do this\n## Other\nmore\n```sh\nrm\n```\n";
  expect(toSearchEntry({ name: "a", description: "b" }, body)).toEqual({
    name: "a",
    description: "b",
    headings: ["Title", "Examples", "Other"],
    examples: ["do this"],
    body,
  });
});
