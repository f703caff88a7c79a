import { isPromise } from "../../base/awaitable.ts";
import { toFailure } from "../failure.ts";
import type { Backends, DiscoveredBackends } from "../backends.ts";

/** A discovery that takes longer has failed, in ms. */
const longestDiscoveryMs = 10_000;
/** Instances that fail are a reason to look again, but not sooner after the last time than this, in ms. */
const soonestMs = 1000;

/**
 * The addresses of a tool's instances. A discovered list is asked for by the first call, and again when it is old or
 * found wanting, once for all calls; a discovery that fails leaves the last good list in force.
 */
export class BackendList {
  /** Absent where the addresses stay the same. */
  readonly #source: DiscoveredBackends | undefined;
  #addresses: readonly string[] | undefined;
  #problem: string | undefined;
  #isTold = false;
  #askedAt = -Infinity;
  #askAgainAt = -Infinity;
  #asking: Promise<void> | undefined;

  constructor(backends: Backends) {
    this.#source = "discover" in backends ? backends : undefined;
    if ("addresses" in backends) this.#addresses = backends.addresses;
  }

  /** `undefined` before the first discovery has ended well. Another array after each that found something else. */
  get addresses(): readonly string[] | undefined {
    return this.#addresses;
  }

  /** Why the last discovery failed; `undefined` when it did not. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** The problem once, for whoever is to tell it; `undefined` when it was told, and while there is none. */
  takeProblem(): string | undefined {
    if (this.#isTold || this.#problem === undefined) return undefined;
    this.#isTold = true;
    return this.#problem;
  }

  /** In how many ms it is asked for again. */
  askedAgainIn(now: number): number {
    return Math.max(0, this.#askAgainAt - now);
  }

  /** Asks if it is time. The promise, which never rejects, is there while it is being asked for. */
  refresh(now: number): Promise<void> | undefined {
    if (this.#source !== undefined && this.#asking === undefined && now >= this.#askAgainAt)
      this.#ask(this.#source, now);
    return this.#asking;
  }

  /** What is on the list does not answer: it is asked for again soon. */
  doubt(): void {
    this.#askAgainAt = Math.min(this.#askAgainAt, this.#askedAt + soonestMs);
  }

  #ask({ discover, everyMs }: DiscoveredBackends, now: number): void {
    this.#askedAt = now;
    this.#askAgainAt = now + everyMs;
    const abort = new AbortController();
    try {
      const found = discover(abort.signal);
      if (!isPromise(found)) return this.#take(found);
      this.#asking = firstOf(Promise.resolve(found), abort)
        .then(
          (addresses) => this.#take(addresses),
          (thrown: unknown) => this.#fail(thrown),
        )
        .then(() => void (this.#asking = undefined));
    } catch (thrown) {
      this.#fail(thrown);
    }
  }

  #take(found: unknown): void {
    if (!Array.isArray(found) || !found.every((entry) => typeof entry === "string" && entry !== ""))
      return this.#fail(new Error("It gave no list of texts."));
    this.#problem = undefined;
    this.#isTold = false;
    const addresses = [...new Set(found as readonly string[])];
    const same =
      addresses.length === this.#addresses?.length && addresses.every((one, at) => one === this.#addresses?.[at]);
    if (!same) this.#addresses = addresses;
  }

  /** Without a list calls wait for it, so it is asked for again sooner. */
  #fail(thrown: unknown): void {
    this.#problem = toFailure(thrown).reason;
    if (this.#addresses === undefined) this.doubt();
  }
}

async function firstOf<T>(found: Promise<T>, abort: AbortController): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      const problem = new DOMException(`It took longer than ${longestDiscoveryMs / 1000} seconds.`, "TimeoutError");
      reject(problem);
      abort.abort(problem);
    }, longestDiscoveryMs).unref();
  });
  try {
    return await Promise.race([found, late]);
  } finally {
    clearTimeout(timer);
  }
}
