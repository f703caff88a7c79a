import { safeStringify } from "../base/json.ts";
import type { ModelMessage } from "../model/model.ts";
import { digest } from "./call-identity.ts";

/** What a model was told before each turn of a visit, as one hash a turn. */
export interface RequestChain {
  /** The hash of the request before, and of the messages that came since. */
  next(messages: readonly ModelMessage[]): string;
  /** True for the first hash on record that is another than the newest here; all after it are others too. */
  departsFrom(recorded: string | undefined): boolean;
}

/** Makes the chain of a visit. Only what is new is looked at; what made room later was told all the same. */
export function createRequestChain(): RequestChain {
  let count = 0;
  let before = "";
  let departed = false;
  return {
    next(messages) {
      let told = before;
      for (; count < messages.length; count += 1) told += `\n${safeStringify(messages[count])}`;
      before = digest(told, 16);
      return before;
    },
    departsFrom(recorded) {
      if (departed || recorded === undefined || recorded === before) return false;
      departed = true;
      return true;
    },
  };
}
