import type { Caller } from "./tool.ts";

/** What a principal may call. Within a level `deny` goes before `ask`, and `ask` before `allow`. */
export interface AccessRules {
  readonly deny?: readonly string[];
  /** Allowed, but a person is asked. */
  readonly ask?: readonly string[];
  readonly allow?: readonly string[];
}

/**
 * Who may call which tools, as data. Patterns are tool names, in which `*` at the end stands for any rest:
 * `finance/*`. A list stands for `{ allow: list }`. Both levels must allow a call; a level that is absent decides
 * nothing; a principal that a level does not name may call nothing, unless the level has an entry `*`.
 */
export interface AccessPolicies {
  /** By node: `<workflow>/<node>`, else `<node>`. */
  readonly agents?: Readonly<Record<string, AccessRules | readonly string[]>>;
  /** By the run's user. A run without a user is refused. */
  readonly users?: Readonly<Record<string, AccessRules | readonly string[]>>;
}

/** What one level says of a call. */
export interface AccessStep {
  readonly level: "agents" | "users";
  readonly decision: "allow" | "ask" | "deny";
  /** The rule that decided, as it can be looked up: `users.mira.deny: finance/*`. */
  readonly rule: string;
}

/** What both levels say, the strictest first. */
export interface AccessVerdict extends AccessStep {
  /** One for each level that is set. */
  readonly steps: readonly AccessStep[];
}

/** Decides by the policies. */
export interface Access {
  decide(caller: Pick<Caller, "node" | "user" | "workflow">, tool: string): AccessVerdict;
}

const prepared = new WeakMap<AccessPolicies, Access>();

/** Prepares policies, once; `undefined` where no level is set, since then everything is allowed. */
export function createAccess(policies: AccessPolicies | undefined): Access | undefined {
  if (policies?.agents === undefined && policies?.users === undefined) return undefined;
  let access = prepared.get(policies);
  if (!access) prepared.set(policies, (access = prepare(policies)));
  return access;
}

function prepare({ agents, users }: AccessPolicies): Access {
  // A caller is one object for a whole visit.
  const known = new WeakMap<object, Map<string, AccessVerdict>>();
  let last: { readonly caller: object; readonly tool: string; readonly verdict: AccessVerdict } | undefined;
  return {
    decide(caller, tool) {
      if (last?.caller === caller && last.tool === tool) return last.verdict;
      let verdicts = known.get(caller);
      if (verdicts === undefined) known.set(caller, (verdicts = new Map()));
      let verdict = verdicts.get(tool);
      if (verdict === undefined) verdicts.set(tool, (verdict = decideAccess({ agents, users }, caller, tool)));
      last = { caller, tool, verdict };
      return verdict;
    },
  };
}

type Levels = { readonly [Level in keyof AccessPolicies]: AccessPolicies[Level] | undefined };

function decideAccess(
  { agents, users }: Levels,
  { workflow, node, user }: Pick<Caller, "node" | "user" | "workflow">,
  tool: string,
): AccessVerdict {
  const agentNames = workflow === undefined ? [node] : [`${workflow}/${node}`, node];
  const steps = [
    ...(agents ? [decideLevel({ level: "agents", entries: agents, names: agentNames, tool })] : []),
    ...(users ? [decideLevel({ level: "users", entries: users, names: user === undefined ? [] : [user], tool })] : []),
  ];
  const strictest =
    steps.find(({ decision }) => decision === "deny") ?? steps.find(({ decision }) => decision === "ask") ?? steps[0]!;
  return { ...strictest, steps };
}

interface LevelQuestion {
  readonly level: AccessStep["level"];
  readonly entries: Readonly<Record<string, AccessRules | readonly string[]>>;
  readonly names: readonly string[];
  readonly tool: string;
}

function decideLevel({ level, entries, names, tool }: LevelQuestion): AccessStep {
  if (names.length === 0) return { level, decision: "deny", rule: `${level}: the run has no user` };
  const name = [...names, "*"].find((candidate) => Object.hasOwn(entries, candidate));
  if (name === undefined) return { level, decision: "deny", rule: `${level}: no entry for ${names.at(-1)}` };
  const entry = entries[name]!;
  const rules: AccessRules = isList(entry) ? { allow: entry } : entry;
  for (const decision of ["deny", "ask", "allow"] as const) {
    const pattern = rules[decision]?.find((candidate) => matchesTool(candidate, tool));
    if (pattern !== undefined) return { level, decision, rule: `${level}.${name}.${decision}: ${pattern}` };
  }
  return { level, decision: "deny", rule: `${level}.${name}: nothing allows ${tool}` };
}

function isList(entry: AccessRules | readonly string[]): entry is readonly string[] {
  return Array.isArray(entry);
}

/** Case does not count: names of tools do not differ in it alone. */
function matchesTool(pattern: string, tool: string): boolean {
  const [wanted, name] = [pattern.toLowerCase(), tool.toLowerCase()];
  return wanted.endsWith("*") ? name.startsWith(wanted.slice(0, -1)) : wanted === name;
}
