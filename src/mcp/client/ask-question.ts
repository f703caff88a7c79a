import type { ElicitResult } from "@modelcontextprotocol/client";
import { isPlainObject, type JsonObject, type JsonValue } from "../../base/json.ts";
import { cleanText } from "../../tools/clean-text.ts";
import { checkJson } from "../../tools/json-schema/check-json.ts";
import { mendSchema } from "../../tools/json-schema/mend-schema.ts";
import { openSchema } from "../../tools/json-schema/prepare-schema.ts";
import { cleanJson } from "./clean-json.ts";
import { cleanSchema, shorten } from "./clean-schema.ts";
import { fieldsOf, readReply, secretField, withDefaults } from "./form-reply.ts";
import type { CallInFlight, InputSource } from "./input-source.ts";
import type { McpQuestion, McpQuestionAnswer } from "./mcp-question.ts";

interface Place {
  readonly call?: CallInFlight;
  readonly signal: AbortSignal;
}

type Form = Extract<McpQuestion, { mode: "form" }>;

/**
 * Has a person answer what a server wants to know: in a run as a question that waits as long as it must, else by
 * whoever answers questions here. Declined where nobody can be asked, and where it is not to be asked in this way.
 * @throws what waits for a person
 */
export async function askQuestion(source: InputSource, params: unknown, place: Place): Promise<ElicitResult> {
  const question = readQuestion(source, params, place);
  if (question === undefined) return { action: "decline" };
  const answer = (await askInRun(source, question, place)) ??
    (await source.onQuestion?.(question)) ?? { action: "decline" };
  if (answer.action !== "accept" || question.mode === "url") return { action: answer.action };
  const content = withDefaults(question.schema, answer.content ?? {});
  const checked = await checkJson(content, { schema: openSchema(question.schema), locale: "en" });
  if (checked.valid) return { action: "accept", content: content as NonNullable<ElicitResult["content"]> };
  source.warn(`An answer does not fit what the MCP server "${source.server}" asked for, so it was not given.`);
  return { action: "cancel" };
}

/** Reads a question; `undefined` for one that nobody is asked. */
function readQuestion(source: InputSource, params: unknown, { call, signal }: Place): McpQuestion | undefined {
  const given = isPlainObject(params) ? params : {};
  const { message, mode = "form", requestedSchema, url } = given;
  const shared = {
    server: source.server,
    ...(call && { tool: call.tool, caller: call.context.caller }),
    message: shorten(cleanText(typeof message === "string" ? message : ""), 2000),
    signal,
  };
  if (mode === "url") return readUrl(source, url, shared);
  const schema = formSchema(requestedSchema);
  const secret = secretField(schema);
  if (secret === undefined) return { ...shared, mode: "form", schema };
  source.warn(`The MCP server "${source.server}" asked for a secret ("${secret}") in a form; that was declined.`);
  return undefined;
}

/** What no check could use is left out, a pattern that takes for ever as well. */
function formSchema(requested: unknown): JsonObject {
  const given = isPlainObject(requested) ? cleanSchema(requested as JsonObject) : {};
  return { properties: {}, ...mendSchema(given, { root: "object" }).schema };
}

type Shared = Pick<McpQuestion, "server" | "tool" | "caller" | "message" | "signal">;

function readUrl(source: InputSource, url: unknown, shared: Shared): McpQuestion | undefined {
  const page = typeof url === "string" && URL.canParse(url) ? new URL(url) : undefined;
  const local = page !== undefined && ["localhost", "127.0.0.1", "[::1]"].includes(page.hostname);
  if (page && (page.protocol === "https:" || (page.protocol === "http:" && local)))
    return { ...shared, mode: "url", url: page.href, host: page.host };
  source.warn(`The MCP server "${source.server}" wanted a page opened that is not safe to open; that was declined.`);
  return undefined;
}

/** How often a person is asked again after an answer that does not fit. */
const mostTries = 3;

async function askInRun(
  source: InputSource,
  question: McpQuestion,
  { call }: Place,
): Promise<McpQuestionAnswer | undefined> {
  const ask = call?.context.ask;
  if (!ask) return undefined;
  let problem: string | undefined;
  for (let attempt = 0; attempt < mostTries; attempt += 1) {
    const reply = await ask({ title: titleOf(question), details: detailsOf(question, problem) });
    if (reply === undefined) return undefined;
    if (!reply.approved) return { action: "decline" };
    if (question.mode === "url") return { action: "accept" };
    const read = await readAnswer(question, reply.answer);
    if ("content" in read) return { action: "accept", content: read.content };
    problem = `${read.problem} (answer ${attempt + 1})`;
  }
  source.warn(`No answer fitted what the MCP server "${source.server}" asked for.`);
  return { action: "cancel" };
}

async function readAnswer(
  { schema }: Form,
  text: string,
): Promise<{ readonly content: Readonly<Record<string, JsonValue>> } | { readonly problem: string }> {
  const read = readReply(schema, text);
  if ("problem" in read) return read;
  const content = withDefaults(schema, read.content);
  const checked = await checkJson(content, { schema: openSchema(schema), locale: "en" });
  if (checked.valid) return { content };
  const [issue] = checked.issues;
  return {
    problem: issue
      ? `${issue.path || "the answer"}: expected ${issue.expected}, received ${issue.received}`
      : "It does not fit.",
  };
}

/** Who asks comes first, in our words, and all of it is one line: no line of the server's can pass for one of ours. */
function titleOf(question: McpQuestion): string {
  const { server } = question;
  const message = question.message.trim().replace(/\s*\n\s*/g, " ⏎ ");
  if (question.mode === "url")
    return `The MCP server "${server}" asks you to open a page of ${question.host}: ${message}`;
  return `The MCP server "${server}" asks: ${message}`;
}

function detailsOf(question: McpQuestion, problem: string | undefined): JsonObject {
  const { server, tool } = question;
  const about =
    question.mode === "url"
      ? { url: question.url, host: question.host }
      : { fields: cleanJson(fieldsOf(question.schema)) };
  return { server, ...(tool !== undefined && { tool }), ...about, ...(problem !== undefined && { problem }) };
}
