/** What of the SDK can be closed. */
interface Closable {
  onclose?: (() => void) | undefined;
}

/** Does something once `target` is closed, after what was to be done then anyway. */
export function afterClose(target: Closable, listener: () => void): void {
  const { onclose } = target;
  // The SDK knows no addEventListener.
  // oxlint-disable-next-line unicorn/prefer-add-event-listener
  target.onclose = () => {
    onclose?.();
    listener();
  };
}
