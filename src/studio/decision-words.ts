import { isPlainObject } from "../base/json.ts";

/** Options of `sopwith resume` by what was pressed, and the field of the form that they take as their text. */
const actions: Readonly<Record<string, "answer" | "edit" | undefined>> = {
  approve: undefined,
  reject: undefined,
  answer: "answer",
  edit: "edit",
  happened: "answer",
  "not-happened": undefined,
  again: undefined,
};

/** A decision as the page sends it. */
export interface PostedDecision {
  readonly id: string;
  /** What `sopwith resume <thread>` is called with. */
  readonly words: readonly string[];
}

/** Reads what was posted; `undefined` for what the page's forms cannot send. The command checks the rest. */
export function readDecision(posted: unknown): PostedDecision | undefined {
  if (!isPlainObject(posted)) return undefined;
  const text = (field: string): string => (typeof posted[field] === "string" ? posted[field] : "");
  const [id, by, reason] = [text("id"), text("by"), text("reason").trim()];
  // Approving with an answer is answering.
  const action = text("action") === "approve" && text("answer") !== "" ? "answer" : text("action");
  if (!/^ask_[0-9a-f]+$/.test(id) || by === "" || !Object.hasOwn(actions, action)) return undefined;
  const field = actions[action];
  const given = field === undefined ? [] : [text(field) || (action === "happened" ? "null" : "")];
  // Inline, so that no text is taken for an option.
  return {
    id,
    words: [`--${action}=${id}`, ...given, `--by=${by}`, ...(reason === "" ? [] : [`--reason=${reason}`])],
  };
}
