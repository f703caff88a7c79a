import { expect, test } from "vitest";
import { formatError } from "../../src/base/errors.ts";
import type { CommandInfo } from "../../src/cli/command.ts";
import { parseArguments } from "../../src/cli/parse-arguments.ts";

const info: CommandInfo = {
  name: "resume",
  about: "",
  usage: ["resume <thread>"],
  words: { min: 1, max: 2 },
  options: {
    json: { about: "" },
    by: { takes: ["name"], about: "" },
    approve: { takes: ["id"], multiple: true, about: "" },
    answer: { takes: ["id", "text"], multiple: true, about: "" },
  },
  load: () => Promise.reject(new Error("not loaded")),
};

test.each([
  ["t", { words: ["t"] }],
  ["t --json", { words: ["t"], json: [[]] }],
  ["--by ana t", { words: ["t"], by: [["ana"]] }],
  ["t --by=ana=b", { words: ["t"], by: [["ana=b"]] }],
  ["t --by -x", { words: ["t"], by: [["-x"]] }],
  ["t --approve a --approve=b u", { words: ["t", "u"], approve: [["a"], ["b"]] }],
  [
    "t --answer a yes --answer=b no",
    {
      words: ["t"],
      answer: [
        ["a", "yes"],
        ["b", "no"],
      ],
    },
  ],
  ["t -- --json", { words: ["t", "--json"] }],
  ["t -5", { words: ["t", "-5"] }],
])("reads %j", (line, read) => {
  const args = parseArguments(info, line.split(" "));
  const given = Object.keys(info.options).filter((option) => args.has(option));
  expect({ words: args.words, ...Object.fromEntries(given.map((option) => [option, args.all(option)])) }).toEqual(read);
});

test.each([
  ["t --jsn", "`sopwith resume` has no option --jsn.", "Did you mean --json?"],
  ["t --quiet", "`sopwith resume` has no option --quiet.", "See npx sopwith help resume."],
  ["t -x", "`sopwith resume` has no option -x.", "See npx sopwith help resume."],
  ["t --by", "--by needs <name>.", "Write: --by <name>"],
  ["t --by --json", "--by needs <name>.", "Write: --by <name>"],
  ["t --answer a", "--answer needs <id> and <text>.", "Write: --answer <id> <text>"],
  ["t --json=yes", '--json takes no value, but has "yes".', "See npx sopwith help resume."],
  ["t --by a --by b", "--by is given twice.", "See npx sopwith help resume."],
  ["--json", "`sopwith resume` needs more words.", "Usage: sopwith resume <thread>"],
  ["t u v", '"v" is one word too many.', "Usage: sopwith resume <thread>"],
])("refuses %j", (line, message, hint) => {
  expect(() => parseArguments(info, line.split(" "))).toThrow(
    expect.objectContaining({ code: "USAGE", message, hint }),
  );
});

test("names the nearest subcommand", () => {
  const threads = { ...info, name: "threads", subcommands: ["list", "show"], words: { min: 0, max: 2 } };
  expect(parseArguments(threads, ["show", "t"]).words).toEqual(["show", "t"]);
  const refused = (word: string): string => {
    try {
      return parseArguments(threads, [word]).words.join(" ");
    } catch (error) {
      return formatError(error);
    }
  };
  expect(refused("shwo")).toBe('USAGE  `sopwith threads` has no subcommand "shwo".\n  Did you mean show?');
  expect(refused("delete")).toBe('USAGE  `sopwith threads` has no subcommand "delete".\n  It has list and show.');
});
