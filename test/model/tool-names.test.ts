import { expect, test } from "vitest";
import { possibleNames, toolNames } from "../../src/model/tool-names.ts";

const long = `files/${"x".repeat(80)}`;

test.each<[string, string[], string[]]>([
  ["writes a slash as two underscores", ["weather/get_current"], ["weather__get_current"]],
  ["keeps a name that is allowed", ["get-weather_2"], ["get-weather_2"]],
  ["replaces other characters", ["a.b c"], ["a_b_c"]],
  [
    "keeps letters of other scripts apart by a hash",
    ["天气/现在", "地图/路线"],
    ["_______00000001", "_______00000002"],
  ],
  ["gives a hash to the name that was not written so", ["a__b", "a/b"], ["a__b", "a__b_c14cddc0"]],
  ["gives hashes to all of several that fall together", ["a.b", "a b"], ["a_b_2e7d2c03", "a_b_c8687a08"]],
  ["cuts long names to 64 characters", [long], [`files__${"x".repeat(48)}_00000000`]],
])("%s", (_fact, names, sent) => {
  const map = toolNames(names);
  const encoded = names.map((name) => map.encode(name));
  expect(encoded.map(withoutHash)).toEqual(sent.map(withoutHash));
  expect(encoded.filter((name) => !/^[a-zA-Z0-9_-]{1,64}$/.test(name))).toEqual([]);
  expect(new Set(encoded).size).toBe(names.length);
  expect(encoded.map((name) => map.decode(name))).toEqual(names);
});

test("sends a name alike whatever the order of the list", () => {
  const names = ["a/b", "a__b", "a.b", "a b", long];
  const forwards = toolNames(names);
  const backwards = toolNames(names.toReversed());
  expect(names.map((name) => forwards.encode(name))).toEqual(names.map((name) => backwards.encode(name)));
});

test("gives back a name that was never sent as it was written", () => {
  const map = toolNames(["weather/get_current"]);
  expect(map.decode("weather/get_current")).toBe("weather/get_current");
  expect(map.decode("weather__get_currnt")).toBe("weather__get_currnt");
});

test("encodes a name outside the table without touching those inside", () => {
  const map = toolNames(["a/b"]);
  expect(map.encode("c/d")).toBe("c__d");
  expect(map.encode("a__b")).not.toBe("a__b");
});

test("foretells both forms of a name", () => {
  const [hashed, plain] = possibleNames("a/b");
  expect(toolNames(["a/b"]).encode("a/b")).toBe(plain);
  expect(toolNames(["a/b", "a__b"]).encode("a/b")).toBe(hashed);
});

function withoutHash(name: string): string {
  return name.replace(/_[0-9a-f]{8}$/, "_#");
}

test.each([
  ["P__PAY", "p/pay"],
  ["p____pay", "p/pay"],
  ["Web__Get--Item", "web/get-item"],
  ["p_pay", "p_pay"],
  ["web__get_item", "web__get_item"],
  ["X__ONE", "X__ONE"],
])("reads %s as %s: case and repeated separators make no difference, anything else does", (sent, name) => {
  const map = toolNames(["p/pay", "web/get-item", "x/one", "x/One"]);
  expect(map.decode(sent)).toBe(name);
});
