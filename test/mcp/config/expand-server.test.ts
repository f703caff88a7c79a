import { expect, test } from "vitest";
import { expandServer } from "../../../src/mcp/config/expand-server.ts";

const env = { TOKEN: "t-1", HOST: "example.org", EMPTY: "", ODD: "${TOKEN}$&" };

test.each([
  ["${TOKEN}", "t-1"],
  ["Bearer ${TOKEN}!", "Bearer t-1!"],
  ["https://${HOST}:${PORT:-8080}/mcp", "https://example.org:8080/mcp"],
  ["${EMPTY:-x}", "x"],
  ["${PORT:-}", ""],
  ["${TOKEN:-x}", "t-1"],
  ["$${TOKEN}", "${TOKEN}"],
  ["${ODD}", "${TOKEN}$&"],
  ["$TOKEN ${1} ${}", "$TOKEN ${1} ${}"],
])("%s becomes %s", (text, expected) => {
  expect(expandServer("web", { url: "https://e.org", headers: { a: text } }, env)).toEqual({
    url: "https://e.org",
    headers: { a: expected },
  });
});

test("fills in every text of an entry and leaves keys and other values", () => {
  const config = {
    command: "${CMD:-node}",
    args: ["a", "${TOKEN}"],
    env: { "${TOKEN}": "${TOKEN}" },
    timeoutMs: 5,
    roots: ["${HOST}"],
  };
  expect(expandServer("x", config, env)).toEqual({
    command: "node",
    args: ["a", "t-1"],
    env: { "${TOKEN}": "t-1" },
    timeoutMs: 5,
    roots: ["example.org"],
  });
});

test("names all variables that are missing, and where they stand", () => {
  const config = { command: "x", args: ["${A}", "${B:-b}"], env: { K: "${C}${A}", L: "${EMPTY}" } };
  expect(() => expandServer("files", config, env)).toThrow(
    expect.objectContaining({
      code: "MCP_ENV_MISSING",
      message: 'The MCP server "files" needs A, C and EMPTY, which are not set.',
      details: [
        "${A} stands in args.0.",
        "${C} stands in env.K.",
        "${A} stands in env.K.",
        "${EMPTY} stands in env.L.",
      ],
    }),
  );
});
