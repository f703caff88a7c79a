import { expect, test } from "vitest";
import { loadPolicyFaults } from "../../src/tools/check-load-policy.ts";

test.each<[string, object, readonly string[]]>([
  ["no place", { concurrency: { maxConcurrency: 0 } }, ["`policy.concurrency.maxConcurrency` is 0."]],
  ["another order", { concurrency: { maxConcurrency: 1, order: "lifo" } }, ["`policy.concurrency.order` is lifo."]],
  ["a rate without a span", { rate: { user: { calls: 1 } } }, ["`policy.rate.user.perMs` is null."]],
  ["another priority", { priority: "urgent" }, ["`policy.priority` is urgent."]],
  ["one language of two", { whenUnavailable: { en: "down" } }, ['`policy.whenUnavailable` is {"en":"down"}.']],
  ["a share above one", { breaker: { errorRate: 2 } }, ["`policy.breaker.errorRate` is 2."]],
  ["nothing wrong", { breaker: false, priority: "high", rate: {} }, []],
])("finds %s", (_, policy, messages) => {
  expect(loadPolicyFaults(policy).map(({ message }) => message)).toEqual(messages);
});
