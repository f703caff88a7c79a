import { z } from "zod";
import { defineBuiltinTool } from "../tools/define-tool.ts";
import { toResultText } from "../tools/outcome-message.ts";
import type { ToolOutcome } from "../tools/tool-outcome.ts";
import type { AnyTool } from "../tools/tool.ts";
import type { VisitJournal } from "./visit-journal.ts";

/** The name under which the model reads on in a result that was cut. */
export const RESULT_TOOL = "result/read";

/** Characters of one page. */
const pageLength = 20_000;

/** `result/read`: a page of an earlier result of the same visit. The journal is where the whole of it is kept. */
export function resultTool(journal: VisitJournal): AnyTool {
  definition ??= defineResultTool();
  return {
    ...definition,
    run: async (input) => {
      const { call, from } = input as { readonly call: string; readonly from: number };
      const outcome = (await journal.find(call))?.outcome;
      if (outcome?.status !== "ok") return `There is no result of a call "${call}" here.`;
      return page(outcome, from);
    },
  };
}

let definition: AnyTool | undefined;

/** All but its work, which each visit gives it. */
function defineResultTool(): AnyTool {
  return defineBuiltinTool({
    name: RESULT_TOOL,
    description: "Read on in the result of an earlier call that was cut. Gives up to 20,000 characters.",
    effect: "read",
    input: z.object({
      call: z.string().describe("The id of the call, as the cut result names it."),
      from: z.int().min(0).describe("The first character to read, from 0."),
    }),
    run: () => "",
  });
}

function page(outcome: Extract<ToolOutcome, { status: "ok" }>, from: number): string {
  const text = toResultText(outcome);
  const end = Math.min(from + pageLength, text.length);
  const rest = end < text.length ? `[goes on at ${end} of ${text.length}]` : `[the end, at ${text.length}]`;
  return `${text.slice(from, end)}\n${rest}`;
}
