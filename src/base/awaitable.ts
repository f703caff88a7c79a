/** A value, or a promise of it: what a contract returns when some implementations answer at once. */
export type Awaitable<T> = T | Promise<T>;

/** True for a promise, so that a value that is here already costs no turn of the event loop. */
export function isPromise<T>(value: Awaitable<T>): value is Promise<T> {
  return typeof (value as Promise<T> | null)?.then === "function";
}
