import { isDeepStrictEqual } from "node:util";
import type { DeskCall } from "./tau2-desk.ts";
import { orderWrites, preparationOf } from "./tau2-retail.ts";

/** A run that breaks the policy once. */
export interface Mutant {
  readonly kind: string;
  readonly calls: readonly DeskCall[];
  /** The call that must not run so often; absent where the run as a whole must not end well. */
  readonly wrong?: { readonly call: DeskCall; readonly times: number };
  /** What the user answers. @default true */
  readonly says?: boolean;
}

/** Ways to break the policy with the calls of one task; `written` are its writes that the desk does. */
export function retailMutants(calls: readonly DeskCall[], written: readonly DeskCall[]): readonly Mutant[] {
  const transfer = calls.find(({ tool }) => tool === "retail/transfer_to_human_agents");
  const needless: DeskCall = { tool: "retail/transfer_to_human_agents", input: { summary: "no reason" } };
  return [
    ...calls.flatMap((call, index) =>
      written.some((other) => isDeepStrictEqual(other, call)) ? writeMutants(calls, call, index) : [],
    ),
    transfer
      ? { kind: "transfer to a human left out", calls: calls.filter((call) => call !== transfer) }
      : { kind: "transfer to a human without need", calls: [...calls, needless], wrong: { call: needless, times: 1 } },
  ];
}

function writeMutants(calls: readonly DeskCall[], write: DeskCall, index: number): readonly Mutant[] {
  const wrong = { call: write, times: 1 };
  const prepared = preparationOf(write);
  const [before, after] = [calls.slice(0, index), calls.slice(index)];
  const confirm = before.at(-1)!;
  const without = (left: (call: DeskCall) => boolean): readonly DeskCall[] => calls.filter((call) => !left(call));
  const other = { ...confirm, input: { ...confirm.input, ...otherDetail(confirm) } };
  return [
    { kind: "write without its confirmation", calls: [...before.slice(0, -1), ...after], wrong },
    { kind: "confirmation of other details", calls: [...before.slice(0, -1), other, ...after], wrong },
    { kind: "the user says no", calls, wrong, says: false },
    { kind: "user not identified", calls: without(({ tool }) => tool.includes("find_user_id")), wrong },
    ...(prepared.length > 1 ? orderMutants({ calls, write, index }) : []),
  ];
}

interface OrderWrite {
  readonly calls: readonly DeskCall[];
  readonly write: DeskCall;
  readonly index: number;
}

function orderMutants({ calls, write, index }: OrderWrite): readonly Mutant[] {
  const isSame = ({ input }: DeskCall): boolean => input["order_id"] === write.input["order_id"];
  const looks = ({ tool }: DeskCall): boolean => tool === "retail/get_order_details";
  const notLooked = calls.filter((call) => !(looks(call) && isSame(call)));
  const done = calls.slice(0, index + 1);
  const again = { ...write };
  const ends = orderWrites[write.tool.replace("retail/", "")]!.ends;
  const next: DeskCall = { tool: "retail/cancel_pending_order", input: { ...write.input, reason: "no longer needed" } };
  return [
    { kind: "order not looked up", calls: notLooked, wrong: { call: write, times: 1 } },
    { kind: "same confirmation for a second write", calls: [...done, again], wrong: { call: again, times: 2 } },
    ...(ends
      ? [
          {
            kind: "second change, looked up and confirmed",
            calls: [...done, ...preparationOf(again), again],
            wrong: { call: again, times: 2 },
          },
          {
            kind: "second change, confirmed only",
            calls: [...done, ...preparationOf(again).slice(1), again],
            wrong: { call: again, times: 2 },
          },
        ]
      : []),
    ...(ends && next.tool !== write.tool
      ? [
          {
            kind: "another change of the order, confirmed only",
            calls: [...done, ...preparationOf(next).slice(1), next],
            wrong: { call: next, times: 1 },
          },
        ]
      : []),
  ];
}

function otherDetail({ input }: DeskCall): Readonly<Record<string, string | readonly string[]>> {
  if (Array.isArray(input["item_ids"])) return { item_ids: ["0"] };
  return "reason" in input ? { reason: "another" } : "zip" in input ? { zip: "00000" } : { payment_method_id: "other" };
}
