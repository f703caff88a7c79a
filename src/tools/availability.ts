import { type Awaitable, isPromise } from "../base/awaitable.ts";
import type { AnyTool } from "./tool.ts";

/** A verdict is asked for again after so many ms. */
const verdictMs = 30_000;
/** A refusal this soon after a success, in ms, counts as a flake: the tool stays available, and is asked again. */
const graceMs = 60_000;

interface Verdict {
  value: boolean;
  /** Monotonic ms from which it is asked again. */
  askAgainAt: number;
  lastGoodAt: number;
  asking: Promise<boolean> | undefined;
}

const verdicts = new WeakMap<AnyTool, Verdict>();

/**
 * Whether a tool can work here: its environment is set, and its check does not say no. A verdict counts for 30 seconds. A
 * check that says no, or throws, within 60 seconds of a yes is taken for a flake and asked again at the next look.
 * @param now monotonic ms
 */
export function availabilityOf(tool: AnyTool, now: () => number): Awaitable<boolean> {
  const { env, check } = tool.available ?? {};
  if (env?.some((name) => !process.env[name])) return false;
  if (check === undefined) return true;
  const verdict = verdictOf(tool);
  if (now() < verdict.askAgainAt) return verdict.value;
  return ask(verdict, { check, now });
}

/** What is known of a tool's availability without asking; true for one that was never asked. */
export function knownAvailability(tool: AnyTool): boolean {
  if (tool.available?.env?.some((name) => !process.env[name])) return false;
  return verdicts.get(tool)?.value ?? true;
}

/** Asks all of `tools` that have something to ask, so that {@link knownAvailability} knows. */
export async function refreshAvailability(tools: readonly AnyTool[]): Promise<void> {
  const asked = tools.filter((tool) => tool.available !== undefined);
  if (asked.length > 0) await Promise.all(asked.map(async (tool) => availabilityOf(tool, () => performance.now())));
}

function verdictOf(tool: AnyTool): Verdict {
  let verdict = verdicts.get(tool);
  if (!verdict) {
    verdict = { value: true, askAgainAt: -Infinity, lastGoodAt: -Infinity, asking: undefined };
    verdicts.set(tool, verdict);
  }
  return verdict;
}

interface Asking {
  readonly check: () => Awaitable<boolean>;
  readonly now: () => number;
}

/** Many calls at once ask once. */
function ask(verdict: Verdict, { check, now }: Asking): Awaitable<boolean> {
  if (verdict.asking) return verdict.asking;
  try {
    const said = check();
    if (!isPromise(said)) return settle(verdict, said, now());
    verdict.asking = Promise.resolve(said)
      .then(Boolean, refused)
      .then((value) => {
        verdict.asking = undefined;
        return settle(verdict, value, now());
      });
    return verdict.asking;
  } catch {
    return settle(verdict, refused(), now());
  }
}

/** A check that throws has found that the tool cannot work. */
function refused(): boolean {
  return false;
}

function settle(verdict: Verdict, said: boolean, at: number): boolean {
  if (said) {
    verdict.lastGoodAt = at;
    verdict.askAgainAt = at + verdictMs;
    verdict.value = true;
    return true;
  }
  if (at - verdict.lastGoodAt <= graceMs) return true;
  verdict.askAgainAt = at + verdictMs;
  verdict.value = false;
  return false;
}
