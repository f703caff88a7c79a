import { createMemoryStore } from "../../src/store/memory-store.ts";
import type { AccessPolicies, AccessRules } from "../../src/tools/access-policy.ts";
import type { AnyTool, ConfirmRule, ToolContext } from "../../src/tools/tool.ts";
import type { DecisionInput, RunResult } from "../../src/workflow/run-result.ts";
import { createRunner, type Runner } from "../../src/workflow/runner.ts";
import type { TestState } from "../workflow/kit.ts";
import { makeTool } from "./entries.ts";
import { actSkill, type Route, routes } from "./routes.ts";

/** What the rules of one level say of the tool. */
type Rule = "none" | "allow" | "ask" | "deny" | "other";
const rules: Readonly<Record<Exclude<Rule, "none">, AccessRules>> = {
  allow: { allow: ["data/*"] },
  ask: { ask: ["data/act"], allow: ["*"] },
  deny: { deny: ["data/act"], allow: ["*"] },
  other: { allow: ["data/first", "other/*"] },
};
interface Rules {
  readonly agents: Rule;
  readonly users: Rule;
}
const openRules: Rules = { agents: "none", users: "allow" };

function policiesOf({ agents, users }: Rules): AccessPolicies {
  return {
    ...(agents !== "none" && { agents: { "*": rules[agents] } }),
    ...(users !== "none" && { users: { mira: rules[users] } }),
  };
}

/** One time that the handler ran. */
interface Act {
  readonly id: string;
  readonly thread: string;
  readonly rules: Rules;
  /** What the journal held of the call when the handler ran. */
  readonly journalled: string | undefined;
}

interface Thread {
  readonly route: string;
  /** The thread that this one, or those it comes from, was forked from first. */
  readonly origin: string;
  /** Arguments that a person said yes to, and that were not used yet. */
  readonly yes: string[];
  result: RunResult<unknown> | undefined;
}

/** A store, a tool, and people who do one thing after the other with them. */
export class World {
  readonly random: (below: number) => number;
  readonly confirm: ConfirmRule;
  readonly store = createMemoryStore();
  readonly threads = new Map<string, Thread>();
  readonly acts: Act[] = [];
  /** What should not have been; empty as long as all is well. */
  readonly faults: string[] = [];
  rules: Rules = openRules;

  constructor(random: (below: number) => number) {
    this.random = random;
    this.confirm = this.pick(["never", "never", "always", "each-call"]);
  }

  pick<Item>(items: readonly Item[]): Item {
    return items[this.random(items.length)]!;
  }

  /** The tool as it is now; whenever it is run, it is noted under which circumstances. */
  tool(): AnyTool {
    const tool = makeTool(() => undefined, { policy: { confirm: this.confirm } });
    const run = async (input: { readonly id: string }, { caller, callId }: ToolContext): Promise<object> => {
      const row = (await this.store.runCalls(caller.run)).find((call) => call.id === callId);
      this.acts.push({ id: input.id, thread: caller.thread, rules: this.rules, journalled: row?.status });
      return input;
    };
    return { ...tool, run };
  }

  runner(route: string): Runner<typeof TestState> {
    const parts: Route = routes[route]!({ tool: this.tool(), input: { id: "x" } });
    const { store } = this;
    return createRunner({ skills: actSkill, store, ...parts, governance: { policies: policiesOf(this.rules) } });
  }

  async start(): Promise<void> {
    const [name, route] = [`t${this.threads.size}`, this.pick(Object.keys(routes))];
    this.threads.set(name, { route, origin: name, yes: [], result: undefined });
    await this.settle(name, this.runner(route).start({}, { thread: name, user: "mira" }));
    const mayPass = this.confirm === "never" && [this.rules.agents, this.rules.users].every(isOpen);
    if (this.actsOf(name).length !== (mayPass ? 1 : 0))
      this.faults.push(`${name} by ${route} ran ${this.actsOf(name).length} times`);
  }

  async resume(decide: "yes" | "no" | "edit" | "nothing"): Promise<void> {
    const waiting = [...this.threads].filter(([, { result }]) => result?.status === "waiting");
    if (waiting.length === 0) return;
    const [name, thread] = this.pick(waiting);
    const asked = thread.result?.status === "waiting" ? thread.result.approvals : [];
    const words: Readonly<Record<typeof decide, DecisionInput | undefined>> = {
      yes: { approved: true, by: "ann" },
      edit: { approved: true, by: "ann", answer: { input: { id: "y" } } },
      no: { approved: false, by: "ann" },
      nothing: undefined,
    };
    const word = words[decide];
    if (word?.approved) thread.yes.push(decide === "edit" ? "y" : "x");
    const decisions = Object.fromEntries(word ? asked.map(({ id }) => [id, word]) : []);
    await this.settle(name, this.runner(thread.route).resume(name, decisions));
  }

  async fork(): Promise<void> {
    if (this.threads.size === 0) return;
    const [of, { route, origin }] = this.pick([...this.threads]);
    const runner = this.runner(route);
    const at = 1 + this.random((await runner.points(of)).length);
    const { thread } = await runner.fork(of, { at });
    this.threads.set(thread, { route, origin, yes: [], result: undefined });
    const before = this.acts.filter((act) => this.threads.get(act.thread)?.origin === origin).length;
    await this.settle(thread, runner.resume(thread));
    // What a run did that this one comes from is not done again.
    if (before > 0 && this.actsOf(of).length + this.actsOf(thread).length > 1)
      this.faults.push(`${thread} did again what ${of} had done`);
  }

  changeRules(): void {
    const any: readonly Rule[] = ["none", "allow", "allow", "ask", "deny", "other"];
    this.rules = { agents: this.pick(any), users: this.pick(any) };
  }

  /** A run whose node may not call its tool can fail; what the handler did is what counts. */
  async settle(name: string, going: Promise<RunResult<unknown>>): Promise<void> {
    const before = this.acts.length;
    const thread = this.threads.get(name)!;
    thread.result = await going.catch(() => undefined);
    for (const act of this.acts.slice(before)) this.judge(act);
  }

  judge(act: Act): void {
    const thread = this.threads.get(act.thread)!;
    const levels = [act.rules.agents, act.rules.users];
    const what = JSON.stringify(act);
    if (levels.includes("deny") || levels.includes("other")) this.faults.push(`ran against a rule: ${what}`);
    if (act.journalled !== "started") this.faults.push(`ran before it was written down: ${what}`);
    if (this.confirm === "never" && levels.every(isOpen)) return;
    const used = thread.yes.indexOf(act.id);
    if (used < 0) this.faults.push(`ran without a yes of its own: ${what}`);
    thread.yes.splice(used, 1);
  }

  actsOf(thread: string): readonly Act[] {
    return this.acts.filter((act) => act.thread === thread);
  }

  /** Each time that the handler ran is on record as a call that ended well, once. */
  async checkRecords(): Promise<void> {
    for (const name of this.threads.keys()) {
      const done = (await this.store.audit({ thread: name, tool: "data/act" })).filter(({ status }) => status === "ok");
      const ran = this.actsOf(name).length;
      if (ran > 1 || done.length > 1 || ran > done.length)
        this.faults.push(`${name} ran ${ran} times, and ${done.length} calls are on record`);
    }
  }
}

function isOpen(rule: Rule): boolean {
  return rule === "none" || rule === "allow";
}
