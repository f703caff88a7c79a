import { formatDuration } from "../../base/duration.ts";
import { previewJson } from "../../base/json.ts";
import { joinNames } from "../../base/names.ts";
import { chineseOutcomeWords } from "../outcome-words-zh.ts";
import { englishOutcomeWords } from "../outcome-words-en.ts";
import type { InputIssue } from "../tool-outcome.ts";
import type { Locale } from "../tool.ts";

/** Sentences that the stages put into outcomes and notes. `outcome-message.ts` says what follows from them. */
export interface Reasons {
  toolNotFound(name: string): string;
  notAllowed(refusal: { readonly tool: string; readonly source: string; readonly allow: readonly string[] }): string;
  notPermitted(tool: string, level: "agents" | "users"): string;
  inputInvalid(faults: number): string;
  inputTooDeep(limit: number): string;
  nameRewritten(name: string, tool: string): string;
  renamed(alias: { readonly old: string; readonly name: string; readonly note: string | undefined }): string;
  toolsetOff(tool: string, toolset: string): string;
  toolOff(tool: string): string;
  notVisible(tool: string): string;
  notAvailable(tool: string): string;
  repairRefused(repair: string): string;
  garbledPath(field: string): string;
  argumentsRepaired(repair: string): string;
  rejected(reason: string | undefined): string;
  outputInvalid(issues: readonly InputIssue[]): string;
  outputTooLarge(limit: number): string;
  failedInDoubt(reason: string): string;
  timeoutInDoubt(timeoutMs: number): string;
  startedInDoubt(): string;
  lookupInDoubt(): string;
  cancelledInDoubt(): string;
  foundHappened(by: string): string;
  foundNotHappened(by: string, reason: string | undefined): string;
  cancelled(): string;
  edited(by: string, input: unknown): string;
  shared(): string;
  sharedInDoubt(): string;
  shed(): string;
  breakerOpen(counts: { readonly faults: number; readonly calls: number; readonly late: number }): string;
  backendsOut(instances: number): string;
  noBackend(problem: string | undefined): string;
  rateLimited(): string;
  queueFull(): string;
  waitedInVain(waitedMs: number): string;
  turnTimeUsed(): string;
  fellBack(tool: string, fallback: string): string;
  fallbackFailed(fallback: string, status: string): string;
}

/** The sentences in one language. */
export function reasons(locale: Locale): Reasons {
  return locale === "zh" ? chinese : english;
}

const english: Reasons = {
  toolNotFound: (name) => englishOutcomeWords.notFound(name),
  notAllowed: ({ tool, source, allow }) =>
    `Tool ${tool} is not allowed by ${source}, which allows ${allow.length === 0 ? "no tools" : joinNames(allow)}.`,
  notPermitted: (tool, level) =>
    level === "agents"
      ? `The rules do not permit tool ${tool} in this step.`
      : `The rules do not permit tool ${tool} for this user.`,
  inputInvalid: (faults) =>
    faults === 1 ? "The arguments have one mistake." : `The arguments have ${faults} mistakes.`,
  inputTooDeep: (limit) => `The arguments are nested deeper than ${limit} levels.`,
  nameRewritten: (name, tool) => `${JSON.stringify(name)} was read as ${tool}. Use that name.`,
  renamed: ({ old, name, note }) => `${old} is now called ${name}; use that name.${note ? ` ${note}` : ""}`,
  toolsetOff: (tool, toolset) => `Tool ${tool} belongs to the toolset ${toolset}, which is switched off.`,
  toolOff: (tool) => `Tool ${tool} is switched off.`,
  notVisible: (tool) => `Tool ${tool} is not for this agent or this user.`,
  notAvailable: (tool) => `What ${tool} needs is not there at the moment.`,
  repairRefused: (repair) =>
    `The call was not well formed (${repair}), and a tool that changes something is not run on a guess.`,
  garbledPath: (field) =>
    `The path in ${field} holds a tab or line break, so a backslash was not doubled. Write / or \\\\ between folders.`,
  argumentsRepaired: (repair) => `The arguments were repaired: ${repair}.`,
  rejected: (reason) => (reason ? `A person rejected this call: ${reason}` : "A person rejected this call."),
  outputInvalid: (issues) =>
    `The tool's answer does not have the promised form: ${issues.map((issue) => `${issue.path || "the answer"}: expected ${issue.expected}, received ${issue.received}`).join("; ")}.`,
  outputTooLarge: (limit) => `The tool's answer is larger than ${limit} characters. Ask for less.`,
  failedInDoubt: (reason) => `The tool failed after it had started, and it may have acted: ${reason}`,
  timeoutInDoubt: (timeoutMs) => `The tool did not answer within ${timeoutMs} ms, and it may have acted.`,
  startedInDoubt: () => "The call was started before the run was interrupted, and how it ended is not on record.",
  lookupInDoubt: () =>
    "The call was started before the run was interrupted, and the other side could not say how it ended.",
  cancelledInDoubt: () => "The run was cancelled while the tool was at work, and it may have acted.",
  foundHappened: (by) => `How it ended was not on record; ${by} looked, and it had happened.`,
  foundNotHappened: (by, reason) =>
    `How it ended was not on record; ${by} looked, and it had not happened${reason ? `: ${reason}` : "."}`,
  cancelled: () => "The run was cancelled.",
  edited: (by, input) => `Before it ran, ${by} changed the arguments to ${previewJson(input)}.`,
  shared: () => "It was done already by the run that this one was forked from; nothing was done again.",
  sharedInDoubt: () =>
    "The run that this one was forked from began the same call, and how it ended is not on record there.",
  shed: () => "There is too much to do at the moment, and more urgent calls go first.",
  breakerOpen: ({ faults, calls, late }) =>
    faults > 0
      ? `It failed in ${faults} of its last ${calls} calls, so it is left alone for a while.`
      : late > 0
        ? `${late} of its calls do not come to an end, so it is left alone for a while.`
        : "It keeps failing for others, so it is left alone for a while.",
  backendsOut: (instances) =>
    instances === 1
      ? "The only instance that could do it keeps failing, so it is left alone for a while."
      : `All ${instances} instances that could do it keep failing, so they are left alone for a while.`,
  noBackend: (problem) =>
    problem === undefined
      ? "No instance that could do it is there at the moment."
      : `No instance that could do it is known, since looking them up failed: ${problem}`,
  rateLimited: () => "It was called as often as is allowed.",
  queueFull: () => "Too many calls wait for it already.",
  waitedInVain: (waitedMs) => `The call did not get its turn within ${formatDuration(waitedMs)}.`,
  turnTimeUsed: () => "The time for the calls of this turn is used up.",
  fellBack: (tool, fallback) => `${tool} could not answer; ${fallback} answered in its place.`,
  fallbackFailed: (fallback, status) => `The fallback ${fallback} did not answer either: ${status}.`,
};

const chinese: Reasons = {
  toolNotFound: (name) => chineseOutcomeWords.notFound(name),
  notAllowed: ({ tool, source, allow }) =>
    `${source} 不允许使用工具 ${tool}，它允许的是：${allow.length === 0 ? "无" : allow.join("、")}。`,
  notPermitted: (tool, level) =>
    level === "agents" ? `规则不允许在此步骤使用工具 ${tool}。` : `规则不允许该用户使用工具 ${tool}。`,
  inputInvalid: (faults) => `参数有 ${faults} 处错误。`,
  inputTooDeep: (limit) => `参数的嵌套超过 ${limit} 层。`,
  nameRewritten: (name, tool) => `${JSON.stringify(name)} 按 ${tool} 处理，请使用该名称。`,
  renamed: ({ old, name, note }) => `${old} 现在名为 ${name}，请使用新名称。${note ?? ""}`,
  toolsetOff: (tool, toolset) => `工具 ${tool} 属于工具集 ${toolset}，该工具集已关闭。`,
  toolOff: (tool) => `工具 ${tool} 已关闭。`,
  notVisible: (tool) => `工具 ${tool} 不向当前智能体或用户开放。`,
  notAvailable: (tool) => `${tool} 所需的条件目前不具备。`,
  repairRefused: (repair) => `调用格式有误（${repair}），会产生更改的工具不会凭猜测运行。`,
  garbledPath: (field) => `${field} 中的路径含有制表符或换行符，说明反斜杠没有写成两个。请用 / 或 \\\\ 分隔目录。`,
  argumentsRepaired: (repair) => `参数已修复：${repair}。`,
  rejected: (reason) => (reason ? `有人拒绝了这次调用：${reason}` : "有人拒绝了这次调用。"),
  outputInvalid: (issues) =>
    `工具的返回不符合约定的格式：${issues.map((issue) => `${issue.path || "返回值"}：应为 ${issue.expected}，实为 ${issue.received}`).join("；")}。`,
  outputTooLarge: (limit) => `工具的返回超过 ${limit} 个字符，请缩小范围。`,
  failedInDoubt: (reason) => `工具在开始执行后失败，操作可能已经发生：${reason}`,
  timeoutInDoubt: (timeoutMs) => `工具在 ${timeoutMs} 毫秒内没有回答，操作可能已经发生。`,
  startedInDoubt: () => "这次调用在运行中断之前已经开始，结果没有记录。",
  lookupInDoubt: () => "这次调用在运行中断之前已经开始，对方也无法确认结果。",
  cancelledInDoubt: () => "工具执行过程中运行被取消，操作可能已经发生。",
  foundHappened: (by) => `结果没有记录；${by} 已核实，操作已经发生。`,
  foundNotHappened: (by, reason) => `结果没有记录；${by} 已核实，操作没有发生${reason ? `：${reason}` : "。"}`,
  cancelled: () => "运行已被取消。",
  edited: (by, input) => `执行前，${by} 将参数改为 ${previewJson(input)}。`,
  shared: () => "分叉前的运行已经完成此操作，没有重复执行。",
  sharedInDoubt: () => "分叉前的运行已经开始同样的调用，结果没有记录。",
  shed: () => "当前任务过多，优先处理更紧急的调用。",
  breakerOpen: ({ faults, calls, late }) =>
    faults > 0
      ? `最近 ${calls} 次调用中有 ${faults} 次失败，暂停调用一段时间。`
      : late > 0
        ? `有 ${late} 次调用迟迟没有结束，暂停调用一段时间。`
        : "其他进程的调用持续失败，暂停调用一段时间。",
  backendsOut: (instances) =>
    instances === 1
      ? "唯一的服务实例持续失败，暂停调用一段时间。"
      : `全部 ${instances} 个服务实例持续失败，暂停调用一段时间。`,
  noBackend: (problem) =>
    problem === undefined ? "目前没有可用的服务实例。" : `没有已知的服务实例，查找实例失败：${problem}`,
  rateLimited: () => "调用次数已达上限。",
  queueFull: () => "排队的调用过多。",
  waitedInVain: (waitedMs) => `在 ${formatDuration(waitedMs)} 内没有轮到这次调用。`,
  turnTimeUsed: () => "本轮调用的时间已经用完。",
  fellBack: (tool, fallback) => `${tool} 无法回答，已由 ${fallback} 代替。`,
  fallbackFailed: (fallback, status) => `备用工具 ${fallback} 也没有成功：${status}。`,
};
