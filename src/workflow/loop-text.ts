import type { Locale } from "../tools/tool.ts";

/** What the loop of turns says to the model in its own name. */
export interface LoopText {
  lastTurn(finish: boolean): string;
  finishWithTool(issues: readonly string[]): string;
  /** Rules of the system text, by whether the node wants a structured result. */
  guidance(finish: boolean): readonly string[];
  /** Rules of a closed choice: whether the model may be unsure, and whether there are more than are listed. */
  choice(allowed: { readonly unsure: boolean; readonly search: boolean }): readonly string[];
  /** Stands above what was read before the first turn. */
  context(tool: string, input: string): string;
  readonly cut: string;
  /** For people: the model finished too early and was told so. */
  readonly nudged: string;
}

const english: LoopText = {
  lastTurn: (finish) =>
    finish
      ? "This is your last turn. Hand in the result with node/finish now, from what you know, and say in it what could not be done."
      : "This is your last turn. Call no more tools; answer now from what you know, and say what could not be done.",
  finishWithTool: (issues) =>
    [
      "Your text is not the result. Hand it in by calling node/finish with the fields it asks for.",
      ...issues.map((issue) => `- ${issue}`),
    ].join("\n"),
  guidance: (finish) => [
    "A tool that these texts write as `a/b` is offered to you under the name `a__b`.",
    finish
      ? "When everything is done, call node/finish alone, with the result."
      : "When everything is done, answer the user in plain words; that ends the work.",
  ],
  choice: ({ unsure, search }) => [
    "Choose exactly one of them for what the user wrote, and call node/finish with its name. Do nothing else.",
    ...(search
      ? [
          "These are not all, and of some only the name is listed: if none clearly fits, call skill/search first, and choose from what it finds.",
        ]
      : []),
    ...(unsure ? ['If none clearly fits, choose "unsure".'] : []),
  ],
  context: (tool, input) => `For your work, read beforehand with ${tool} ${input}:`,
  cut: "The answer was cut by the model's own length limit.",
  nudged: "The model wanted to finish with steps undone, and was told which.",
};

const chinese: LoopText = {
  lastTurn: (finish) =>
    finish
      ? "这是最后一轮。请立即调用 node/finish，用已知信息提交结果，并写明哪些没有完成。"
      : "这是最后一轮。不要再调用工具，请用已知信息直接回答，并说明哪些没有完成。",
  finishWithTool: (issues) =>
    ["这段文字不是结果。请调用 node/finish，按要求的字段提交结果。", ...issues.map((issue) => `- ${issue}`)].join("\n"),
  guidance: (finish) => [
    "文中写作 `a/b` 的工具，提供给你的名称是 `a__b`。",
    finish ? "全部完成后，单独调用 node/finish 提交结果。" : "全部完成后，用平实的文字回答用户，工作即结束。",
  ],
  choice: ({ unsure, search }) => [
    "请为用户的内容选择其中恰好一个，并用其名称调用 node/finish，不做其他事情。",
    ...(search
      ? ["这里没有列出全部，有些只列了名称：如果没有明显合适的，先调用 skill/search，再从找到的里面选择。"]
      : []),
    ...(unsure ? ['如果没有明显合适的，选择 "unsure"。'] : []),
  ],
  context: (tool, input) => `供你参考，事先用 ${tool} ${input} 读取：`,
  cut: "回答被模型自身的长度上限截断。",
  nudged: "模型在步骤未完成时想要结束，已告知缺少哪些步骤。",
};

/** The loop's words in the run's language. */
export function loopText(locale: Locale): LoopText {
  return locale === "zh" ? chinese : english;
}
