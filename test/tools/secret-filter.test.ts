import { expect, test } from "vitest";
import { createSecretFilter } from "../../src/tools/secret-filter.ts";

const secret = "s3cr3t+value/with?signs";
const quoted = 'a "quoted\\" one';
const filter = createSecretFilter([secret, quoted, "short", "canary-0000"])!;

function encoded(text: string): string {
  return Buffer.from(text).toString("base64");
}

test.each([
  ["as it is", `key ${secret}!`, "key [secret]!"],
  ["in base64", `x ${Buffer.from(secret).toString("base64")}`, "x [secret]"],
  ["in JSON", JSON.stringify({ k: quoted }), '{"k":"[secret]"}'],
  ["in JSON in JSON", JSON.stringify(JSON.stringify([quoted])), String.raw`"[\"[secret]\"]"`],
  ["in a URL", `?k=${encodeURIComponent(secret)}&b=1`, "?k=[secret]&b=1"],
  ["twice", "canary-0000 canary-0000", "[secret] [secret]"],
  ["not at all", "nothing short here", "nothing short here"],
])("replaces a secret %s", (_, text, clean) => {
  expect(filter.text(text)).toBe(clean);
});

test.each(["", "u", "us", "use", "user"])("leaves none of a secret in the base64 of %j and it", (user) => {
  for (const rest of ["", "!", "!!", "!!!"]) {
    const text = encoded(`${user}:${secret}${rest}`);
    const shown = Buffer.from(filter.text(text).replace("[secret]", ""), "base64").toString();
    expect([filter.text(text).includes("[secret]"), shown.includes("3cr3t"), shown.includes("sign")]).toEqual([
      true,
      false,
      false,
    ]);
  }
});

test("replaces secrets at every depth, in keys too, and copies nothing else", () => {
  const clean = { deep: ["a"] };
  const value = { clean, found: [{ "canary-0000": `<${secret}>` }] };
  const filtered = filter.value(value) as typeof value;
  expect(filtered).toEqual({ clean: { deep: ["a"] }, found: [{ "[secret]": "<[secret]>" }] });
  expect(filtered.clean).toBe(clean);
  expect(filter.value(clean)).toBe(clean);
});

test("there is no filter for values that could be common words", () => {
  expect(createSecretFilter(["short", ""])).toBeUndefined();
});
