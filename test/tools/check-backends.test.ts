import { expect, test } from "vitest";
import { backendsFaults } from "../../src/tools/check-backends.ts";
import { type BackendsSpec, completeBackends } from "../../src/tools/backends.ts";

const discover = (): string[] => [];

test.each<readonly [string, unknown]>([
  ["nothing", undefined],
  ["addresses", { addresses: ["http://10.0.0.1", "http://10.0.0.2"], balance: "round-robin" }],
  ["a discovery", { discover, everyMs: 1000, maxFailures: 1, outMs: 5 }],
])("takes %s", (_, backends) => {
  expect(backendsFaults(backends)).toEqual([]);
});

test.each<readonly [unknown, string, string]>([
  ["http://10.0.0.1", '`backends` is "http://10.0.0.1".', 'Give an object such as { addresses: ["http://10.0.0.1"] }.'],
  [{}, "`backends` is {}.", "Give either `addresses` or `discover`."],
  [{ addresses: ["a"], discover }, '`backends` is {"addresses":["a"]}.', "Give either `addresses` or `discover`."],
  [
    { addresses: ["http://mia:hunter2hunter2@10.0.0.1"], discover },
    '`backends` is {"addresses":["http://[secret]@10.0.0.1"]}.',
    "Give either `addresses` or `discover`.",
  ],
  [
    { addresses: "http://mia:hunter2hunter2@10.0.0.1" },
    '`backends.addresses` is "http://[secret]@10.0.0.1".',
    "Give a list of texts.",
  ],
  [{ addresses: [] }, "`backends.addresses` is [].", "Give at least one address, or `discover`."],
  [{ addresses: ["a", ""] }, '`backends.addresses.1` is "".', "Give a text that is not empty."],
  [{ discover: "dns" }, '`backends.discover` is "dns".', "Give a function."],
  [
    { addresses: ["a"], everyMs: 5 },
    "`backends.everyMs` is 5.",
    "Leave it out: `addresses` are never asked for again.",
  ],
  [{ discover, everyMs: 0 }, "`backends.everyMs` is 0.", "Give a number of ms above 0."],
  [{ addresses: ["a"], outMs: NaN }, "`backends.outMs` is NaN.", "Give a number of ms above 0."],
  [{ addresses: ["a"], maxFailures: 0 }, "`backends.maxFailures` is 0.", "Give a whole number from 1."],
  [{ addresses: ["a"], balance: "sticky" }, '`backends.balance` is "sticky".', 'Use "round-robin" or "least-busy".'],
  [
    { addresses: ["a"], weights: [1] },
    '`backends` is {"addresses":["a"],"weights":[1]}.',
    "Use addresses, discover, everyMs, balance, maxFailures and outMs.",
  ],
])("finds the mistake of %j", (backends, message, fix) => {
  expect(backendsFaults(backends)).toEqual([{ message, fix }]);
});

test.each<readonly [BackendsSpec, object]>([
  [{ addresses: ["a", "b", "a"] }, { addresses: ["a", "b"], balance: "least-busy", maxFailures: 3, outMs: 10_000 }],
  [
    { discover, balance: "round-robin", outMs: 5 },
    { discover, everyMs: 30_000, balance: "round-robin", maxFailures: 3, outMs: 5 },
  ],
])("completes %j", (spec, completed) => {
  expect(completeBackends(spec)).toEqual(completed);
});
