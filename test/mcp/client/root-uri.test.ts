import { expect, test } from "vitest";
import { toRootUri } from "../../../src/mcp/client/root-uri.ts";

test.each<[folder: string, windows: boolean, uri: string]>([
  ["/tmp/a b", false, "file:///tmp/a%20b"],
  ["/tmp/50%/#x", false, "file:///tmp/50%25/%23x"],
  ["c:\\Notes\\Ada", true, "file:///C:/Notes/Ada"],
  ["C:\\", true, "file:///C:/"],
  ["\\\\desk\\notes", true, "file://desk/notes"],
  ["file:///c%3A/Notes/Ada", true, "file:///C:/Notes/Ada"],
  ["file:///d%3a", false, "file:///D:/"],
  ["file:///c%3A/Notes/Ada", false, "file:///C:/Notes/Ada"],
  ["file:///tmp/c%3A", false, "file:///tmp/c%3A"],
  ["https://example.org/c%3A/", false, "https://example.org/c%3A/"],
])("the folder %s (windows: %s) is the root %s", (folder, windows, uri) => {
  expect(toRootUri(folder, windows)).toBe(uri);
});
