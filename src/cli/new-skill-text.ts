import type { SampleCall } from "../project/testing/sample-call.ts";
import { templatePurpose } from "../skills/lint/template-rules.ts";

/** What is known of a skill before anybody has written it. */
export interface NewSkill {
  readonly name: string;
  readonly description: string;
  readonly tools: readonly string[];
  /** Writes the text in Chinese. */
  readonly chinese: boolean;
}

/** The SKILL.md of a new skill: a procedure that can be checked, to be written over. */
export function newSkillText(skill: NewSkill): string {
  const { name, description, tools } = skill;
  const limit = tools.length === 0 ? [] : [`allowed-tools: ${tools.join(" ")}`];
  const head = ["---", `name: ${name}`, `description: ${JSON.stringify(description)}`, ...limit, "---", ""];
  return [...head, ...(skill.chinese ? chineseBody(skill) : englishBody(skill)), ""].join("\n");
}

/**
 * A first test: the model's turns are scripted, the tools answer what stands here, and the expected calls are named.
 * `samples` are calls of those tools that the project has.
 */
export function newSkillTest(
  { name, tools, chinese }: NewSkill,
  samples: ReadonlyMap<string, SampleCall> = new Map(),
): string {
  const words = chinese ? chineseTest : englishTest;
  const flow = (tool: string, part: "input" | "output"): string => JSON.stringify(samples.get(tool)?.[part] ?? {});
  return [
    `skill: ${name}`,
    `about: ${words.about}`,
    `input: ${words.input}`,
    "",
    ...(tools.length === 0
      ? []
      : [words.sample, "tools:", ...tools.map((tool) => `  ${tool}: { output: ${flow(tool, "output")} }`), ""]),
    "turns:",
    ...(tools.length === 0
      ? [`  - call: { tool: user/ask, with: { question: ${words.question} } }`]
      : tools.map((tool) => `  - call: { tool: ${tool}, with: ${flow(tool, "input")} }`)),
    `  - say: ${words.done}`,
    "",
    ...newDecisions(
      tools.filter((tool) => samples.get(tool)?.confirmed),
      tools.length === 0 ? words.answer : undefined,
    ),
    "expect:",
    "  status: completed",
    `  answer: ${words.done}`,
    `  calls: [${(tools.length === 0 ? ["user/ask"] : tools).join(", ")}]`,
    "",
  ].join("\n");
}

/** What people answer: to the tools that ask for a yes, or to the question. */
function newDecisions(confirmed: readonly string[], answer: string | undefined): string[] {
  const decisions = [
    ...confirmed.map((tool) => `  - { tool: ${tool}, decide: approve }`),
    ...(answer === undefined ? [] : [`  - { kind: question, answer: ${answer} }`]),
  ];
  return decisions.length === 0 ? [] : ["decisions:", ...decisions, ""];
}

const englishTest = {
  about: "All goes well.",
  sample: "# Sample values: put here what the tools would answer, and in the turns what they are called with.",
  input: "Put here what a user would write.",
  question: "Put the question here.",
  answer: "Put the answer here.",
  done: "It is done.",
};
const chineseTest = {
  about: "一次顺利的执行。",
  sample: "# 示例值：请在这里写工具会返回的内容，并在 turns 中写调用时的参数。",
  input: "请把用户会写的请求放在这里。",
  question: "请把问题放在这里。",
  answer: "请把回答放在这里。",
  done: "已完成。",
};

function englishBody({ name, tools }: NewSkill): string[] {
  const steps =
    tools.length === 0
      ? ["You MUST ask for what the request leaves open with `user/ask`."]
      : tools.map((tool) => `You MUST call \`${tool}\` with what the request names.`);
  return [
    `# ${titleOf(name)}`,
    "",
    templatePurpose.english,
    "",
    "## Steps",
    "",
    ...[...steps, "You SHOULD answer in two sentences: what was done, and what comes next."].map(
      (step, index) => `${index + 1}. ${step}`,
    ),
    "",
    "## Rules",
    "",
    "- You MUST NOT state anything that no tool has answered, because people act on what you say.",
  ];
}

function chineseBody({ name, tools }: NewSkill): string[] {
  const steps =
    tools.length === 0
      ? ["请求中没有说明的内容，必须用 `user/ask` 询问。"]
      : tools.map((tool) => `必须用请求中给出的内容调用 \`${tool}\`。`);
  return [
    `# ${titleOf(name)}`,
    "",
    templatePurpose.chinese,
    "",
    "## 步骤",
    "",
    ...[...steps, "应当用两句话回答：做了什么，接下来怎样。"].map((step, index) => `${index + 1}. ${step}`),
    "",
    "## 规则",
    "",
    "- 禁止陈述工具没有给出的内容，因为用户会照着去做。",
  ];
}

function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
