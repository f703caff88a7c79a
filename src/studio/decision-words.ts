import { isPlainObject } from "../base/json.ts";

/** Options of `sopwith approvals decide` by what was pressed, and the field of the form that they take as their text. */
const actions: Readonly<Record<string, "answer" | "edit" | undefined>> = {
  approve: undefined,
  reject: undefined,
  answer: "answer",
  edit: "edit",
  happened: "answer",
  "not-happened": undefined,
  again: undefined,
};

/**
 * The command line of a decision that the page posts; `undefined` for what its forms cannot send. The command checks the
 * rest. Texts stand inline, so that none is taken for an option.
 */
export function decisionWords(posted: unknown): readonly string[] | undefined {
  if (!isPlainObject(posted)) return undefined;
  const text = (field: string): string => (typeof posted[field] === "string" ? posted[field] : "");
  const [id, by, reason] = [text("id"), text("by"), text("reason").trim()];
  // Approving with an answer is answering.
  const action = text("action") === "approve" && text("answer") !== "" ? "answer" : text("action");
  if (!/^ask_[0-9a-f]+$/.test(id) || by === "" || !Object.hasOwn(actions, action)) return undefined;
  const field = actions[action];
  const value = field === undefined ? "" : `=${text(field) || (action === "happened" ? "null" : "")}`;
  const words = [
    "approvals",
    "decide",
    id,
    `--${action}${value}`,
    `--by=${by}`,
    ...(reason ? [`--reason=${reason}`] : []),
  ];
  return words.every(canBeArgument) ? words : undefined;
}

/** No system takes more than 128 KiB in one argument of a command, or a NUL in it. */
function canBeArgument(word: string): boolean {
  return !word.includes("\0") && Buffer.byteLength(word) < 131_072;
}
