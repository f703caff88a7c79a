import { expect, test } from "vitest";
import { z } from "zod";
import { readStructuredText } from "../../src/model/structured-output.ts";

const schema = z.strictObject({ alert: z.enum(["red", "green"]), count: z.int().default(1) });

test.each([
  ["the object alone", '{"alert":"red"}'],
  ["a fence", 'Done.\n```json\n{"alert": "red",}\n```\nAnything else?'],
  ["prose", 'My assessment is {"alert":"red","count":1}.'],
])("finds the value in %s", (_name, text) => {
  expect(readStructuredText(text, schema)).toEqual({ found: true, value: { alert: "red", count: 1 } });
});

const noObject = "The answer must hold exactly one whole JSON object.";

test.each([
  ["nothing", " ", [noObject]],
  ["prose alone", "The alert is red.", [noObject]],
  ["a cut object", '{"alert":"re', [noObject]],
  ["another object", '{"alert":"blue"}', ['alert: Invalid option: expected one of "red"|"green"']],
  ["an unknown key", '{"alert":"red","x":1}', ['the object: Unrecognized key: "x"']],
])("says what is wrong with %s", (_name, text, issues) => {
  expect(readStructuredText(text, schema)).toEqual({ found: false, issues });
});
