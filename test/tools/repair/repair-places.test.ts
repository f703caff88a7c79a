import { expect, test } from "vitest";
import { z } from "zod";
import type { JsonObject } from "../../../src/base/json.ts";
import type { CheckedValue } from "../../../src/tools/check-value.ts";
import { defineTool } from "../../../src/tools/define-tool.ts";
import { inputContractOf } from "../../../src/tools/input-contract.ts";
import { toInputSchema } from "../../../src/tools/input-schema.ts";
import { repairInput } from "../../../src/tools/repair/repair-input.ts";

const shape = z.object({
  count: z.number().int().min(1).optional(),
  level: z.enum(["low", "high"]).optional(),
  at: z.iso.datetime().optional(),
  gift: z.boolean().optional(),
  tags: z.array(z.string().max(3)).optional(),
  place: z.object({ city: z.string(), zip: z.number().optional() }).optional(),
  when: z.union([z.iso.date(), z.number()]).optional(),
  note: z.string().min(2),
});

const made = { description: "d", effect: "read", run: () => 1 } as const;
const tools = [
  defineTool({ ...made, name: "a/zod", input: shape }),
  defineTool({ ...made, name: "a/json", inputSchema: z.toJSONSchema(shape, { io: "input" }) as object as JsonObject }),
  defineTool({
    ...made,
    name: "a/open",
    inputSchema: { ...(z.toJSONSchema(shape, { io: "input" }) as object as JsonObject), additionalProperties: true },
  }),
];
// A schema is compiled, and faults are told one by one, when it has been used a few times.
for (const tool of tools) for (let use = 0; use < 6; use += 1) await inputContractOf(tool).check({}, "en");

const spoilt: Readonly<Record<string, readonly unknown[]>> = {
  count: ["7", "seven", 0, "0", null, "", 4.5],
  level: ["HIGH", "medium", "null", null],
  at: ["2026-11-30 08:00:00Z", "yesterday", ""],
  gift: ["true", "yes", null],
  tags: ['["a"]', "a", ["abcd"], [1], null],
  place: [
    '{"city":"Bern"}',
    { city: 3 },
    { city: "Bern", zip: "3000" },
    { City: "Bern" },
    { city: "Bern", more: 1 },
    {},
  ],
  when: ["2026/11/30", "soon", true],
  note: [3, "", undefined],
  Count: [7],
  other: [1],
  arguments: [{ note: "ab" }, '{"note":"ab"}'],
  name: ["a/zod", "a__json"],
};

/** Every value alone, and every pair of two fields' values. */
const inputs = Object.entries(spoilt).flatMap(([key, values]) =>
  values.flatMap((value) => [
    { note: "ab", [key]: value },
    { [key]: value },
    ...Object.entries(spoilt).flatMap(([other, others]) =>
      others.map((more) => ({ note: "ab", [key]: value, [other]: more })),
    ),
  ]),
);

const cases = tools.flatMap((tool) => [true, false].map((guided) => ({ name: tool.name, tool, guided })));

test.each(cases)(
  "$name, guided $guided: a repair at the faults ends as one of everything",
  async ({ tool, guided }) => {
    const contract = inputContractOf(tool);
    const schema = toInputSchema(tool);
    for (const input of inputs) {
      const checked = await contract.check(input, "en");
      if (checked.valid) continue;
      const ends = await Promise.all(
        [checked.faults, undefined].map(async (faults) => {
          const repaired = repairInput(input, { tool: tool.name, schema, guided, locale: "en", faults });
          const again: CheckedValue = repaired ? await contract.check(repaired.value, "en") : checked;
          return again.valid ? { value: again.value, notes: repaired!.notes.toSorted() } : "refused";
        }),
      );
      expect({ input, end: ends[0] }).toEqual({ input, end: ends[1] });
    }
  },
);
