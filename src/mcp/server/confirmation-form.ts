import type { ElicitInputParams, InputResponseView } from "@modelcontextprotocol/server";
import { safeStringify } from "../../base/json.ts";
import { cleanText } from "../../tools/clean-text.ts";
import type { Confirmation } from "../../tools/call-scope.ts";
import type { ConfirmationRequest } from "../../tools/tool-outcome.ts";

/** A client's answer to a form. */
export type FormAnswer = Extract<InputResponseView, { readonly kind: "elicit" }>;

/** What a person is shown before a call runs: the tool and all its arguments, as it will get them. */
export function confirmationForm(request: ConfirmationRequest): ElicitInputParams {
  if (request.kind === "question") return questionForm(request);
  const why = {
    tool: "",
    policy: "\nThe project's rules want a person to agree.",
    labels: "\nWith this call, text of strangers, private data and an outward effect would come together.",
  };
  return {
    message: `Run ${request.tool}?${why[request.because]}\nArguments: ${showHidden(safeStringify(request.input, 2))}`,
    requestedSchema: {
      type: "object",
      properties: {
        approve: { type: "boolean", title: "Run it", description: "Only yes lets the call run." },
        reason: { type: "string", title: "Why", description: "Told to the model, for a no." },
      },
      required: ["approve"],
    },
  };
}

/** Characters that cannot be seen are written as their numbers: a person agrees to what is there, not to what it looks like. */
function showHidden(text: string): string {
  return text.replace(/[^\P{C}\n]/gu, (character) => `\\u{${character.codePointAt(0)!.toString(16).padStart(4, "0")}}`);
}

function questionForm({ tool, input }: ConfirmationRequest): ElicitInputParams {
  const { question, details } = (input ?? {}) as { readonly question?: unknown; readonly details?: unknown };
  const title = typeof question === "string" ? question : safeStringify(input, 2);
  const more = details === undefined ? "" : `\n${safeStringify(details, 2)}`;
  return {
    message: cleanText(`${tool} asks: ${title}${more}`),
    requestedSchema: {
      type: "object",
      properties: { answer: { type: "string", title: "Answer" } },
      required: ["answer"],
    },
  };
}

/** What the person said; `undefined` when nothing was decided. */
export function readConfirmation(
  { kind }: Pick<ConfirmationRequest, "kind">,
  { action, content }: FormAnswer,
  by: string,
): Confirmation | undefined {
  if (action === "cancel") return undefined;
  if (action === "decline") return { approved: false, by };
  if (kind === "question") {
    const answer = content?.["answer"];
    return typeof answer === "string" ? { approved: true, answer, by } : undefined;
  }
  const reason = content?.["reason"];
  const why = typeof reason === "string" && reason !== "" ? { reason } : {};
  if (content?.["approve"] === true) return { approved: true, by };
  return content?.["approve"] === false ? { approved: false, by, ...why } : undefined;
}
