import { expect, test } from "vitest";
import { toRootUri } from "../../../src/mcp/client/root-uri.ts";

test.each<[folder: string, windows: boolean, uri: string]>([
  ["/tmp/a b", false, "file:///tmp/a%20b"],
  ["/tmp/50%/#x", false, "file:///tmp/50%25/%23x"],
  ["c:\\Users\\Ada", true, "file:///C:/Users/Ada"],
  ["C:\\", true, "file:///C:/"],
  ["\\\\desk\\notes", true, "file://desk/notes"],
  ["file:///c%3A/Users/Ada", true, "file:///C:/Users/Ada"],
  ["file:///d%3a", false, "file:///D:/"],
  ["file:///c%3A/Users/Ada", false, "file:///C:/Users/Ada"],
  ["file:///tmp/c%3A", false, "file:///tmp/c%3A"],
  ["https://example.org/c%3A/", false, "https://example.org/c%3A/"],
])("the folder %s (windows: %s) is the root %s", (folder, windows, uri) => {
  expect(toRootUri(folder, windows)).toBe(uri);
});
