import { expect, test } from "vitest";
import { addressClass, classOfHost, mayLeadTo } from "../../../src/mcp/client/address-class.ts";

test.each([
  ["8.8.8.8", "public"],
  ["2606:4700::1111", "public"],
  ["10.1.2.3", "private"],
  ["172.16.0.1", "private"],
  ["172.32.0.1", "public"],
  ["192.168.1.1", "private"],
  ["100.64.0.1", "private"],
  ["fd00::1", "private"],
  ["127.0.0.1", "loopback"],
  ["127.9.9.9", "loopback"],
  ["::1", "loopback"],
  ["[::1]", "loopback"],
  ["::ffff:127.0.0.1", "loopback"],
  ["::ffff:10.0.0.1", "private"],
  ["::127.0.0.1", "loopback"],
  ["::10.0.0.1", "private"],
  ["::a9fe:a9fe", "forbidden"],
  ["0:0:0:0:0:0:a9fe:a9fe", "forbidden"],
  ["64:ff9b::7f00:1", "loopback"],
  ["64:ff9b::169.254.169.254", "forbidden"],
  ["64:ff9b::8.8.8.8", "public"],
  ["64:ff9b:1::1", "forbidden"],
  ["2002:7f00:1::", "loopback"],
  ["2002:a00:1::5", "private"],
  ["2001:0:a::1", "forbidden"],
  ["fec0::1", "forbidden"],
  ["0:0:0:0:0:0:0:1", "loopback"],
  ["169.254.169.254", "forbidden"],
  ["::ffff:169.254.169.254", "forbidden"],
  ["fe80::1", "forbidden"],
  ["0.0.0.0", "forbidden"],
  ["::", "forbidden"],
  ["224.0.0.1", "forbidden"],
  ["255.255.255.255", "forbidden"],
  ["example.com", "forbidden"],
])("takes %s for %s", (address, expected) => {
  expect(addressClass(address)).toBe(expected);
});

test("reads the forms in which a URL hides an address", async () => {
  const hosts = [
    "http://2130706433/",
    "http://0x7f.1/",
    "http://[::ffff:7f00:1]/",
    "http://a.localhost/",
    "http://localhost./",
  ];
  expect(await Promise.all(hosts.map(async (url) => await classOfHost(new URL(url))))).toStrictEqual(
    hosts.map(() => "loopback"),
  );
});

test("lets nobody lead us nearer than they are", () => {
  expect(mayLeadTo("public", "public")).toBe(true);
  expect(mayLeadTo("public", "private")).toBe(false);
  expect(mayLeadTo("private", "loopback")).toBe(false);
  expect(mayLeadTo("loopback", "private")).toBe(true);
  expect(mayLeadTo("loopback", "forbidden")).toBe(false);
});
