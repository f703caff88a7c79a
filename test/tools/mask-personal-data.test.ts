import { describe, expect, test } from "vitest";
import { createMask } from "../../src/tools/mask-personal-data.ts";

const mask = createMask();

describe("masks", () => {
  test.each([
    ["mira@example.com", "[mail]"],
    ["张三@例子.公司", "[mail]"],
    ["13812345678", "[phone]"],
    ["138 1234 5678", "[phone]"],
    ["138-1234-5678", "[phone]"],
    ["+86 138 1234 5678", "[phone]"],
    ["１３８１２３４５６７８", "[phone]"],
    ["010-12345678", "[phone]"],
    ["0571 8888 8888", "[phone]"],
    ["+44 20 7946 0958", "[phone]"],
    ["(555) 123-4567", "[phone]"],
    ["11010519491231002X", "[id number]"],
    ["11010519491231002x", "[id number]"],
    ["110105491231002", "[id number]"],
    ["123-45-6789", "[id number]"],
    ["4111 1111 1111 1111", "[card]"],
    ["6222020200112230005", "6222020200112230005"],
    ["5500005555555559", "[card]"],
    ["DE89 3704 0044 0532 0130 00", "[account]"],
    ["GB82WEST12345698765432", "[account]"],
    ["E12345678", "[passport]"],
    ["Bearer abcdefghijklmnop", "Bearer [secret]"],
    ["sk-abcdefgh12345678", "[secret]"],
    ['{"password":"hunter2","pin":1234}', '{"password":"[secret]","pin":"[secret]"}'],
    ['{"accessToken":"a\\"b"}', '{"accessToken":"[secret]"}'],
    ["-----BEGIN RSA PRIVATE KEY-----\nabc\n-----END RSA PRIVATE KEY-----", "[secret]"],
    ["Tel.13812345678", "Tel.[phone]"],
    ["138.1234.5678", "[phone]"],
    ["No.4111111111111111", "No.[card]"],
    ["card-4111111111111111", "card-[card]"],
    ["4111111111111111-12/28", "[card]-12/28"],
    ["4111.1111.1111.1111", "[card]"],
    ["6222 0212 3456 7890 123", "[card]"],
    ["110105 19491231 002X", "[id number]"],
    ["110105-19491231-002X", "[id number]"],
    ["密码：hunter22，请保管", "密码：[secret]，请保管"],
    ['{"pwd":"hunter22","passphrase":"a b"}', '{"pwd":"[secret]","passphrase":"[secret]"}'],
    ['{"password":["hunter22","b"],"x":[1]}', '{"password":"[secret]","x":[1]}'],
    ['{"token":{"value":"hunter22"}}', '{"token":"[secret]"}'],
  ])("%s", (text, masked) => {
    expect(mask(`<${text}>`)).toBe(`<${masked}>`);
  });
});

describe("leaves alone", () => {
  test.each([
    "2026-11-30T07:48:10.123Z",
    "order 1234567890123456",
    "110105194912310021",
    "DE00 3704 0044 0532 0130 00",
    '{"total":1234567.89,"wind":9}',
    "call_5f2a9c1d3e4b5a6978877665",
    "3f2b8c1e-1111-4222-8333-444455556666",
    "price 1.13812345678",
    "value 1234567890123.45",
    "3f2b8c1e-1111-4222-8333-411111111111",
    "第 12 步，共 100 步",
    "version 1.2.3-4567",
  ])("%s", (text) => {
    expect(mask(text)).toBe(text);
  });
});

test("patterns of one's own come after the others", () => {
  const own = createMask([{ label: "case", pattern: /CASE-\d+/g }]);
  expect(own("CASE-42 of mira@example.com")).toBe("[case] of [mail]");
});

test("a long text without anything to mask takes no more than linear time", () => {
  const text = "1 ".repeat(2000) + "a@".repeat(2000) + "+86 ".repeat(1000);
  const masked = mask(text);
  expect(masked.length).toBeGreaterThan(0);
});
