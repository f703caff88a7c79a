import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type BackendsSpec, completeBackends } from "../../../src/tools/backends.ts";
import { BackendPool, type BackendTurn } from "../../../src/tools/gateway/backend-pool.ts";

const { random } = Math;

// The first turn is anybody's.
beforeEach(() => {
  Math.random = () => 0;
});
afterEach(() => {
  Math.random = random;
});

function createPool(spec: BackendsSpec): BackendPool {
  return new BackendPool(completeBackends(spec));
}

function takeAt(pool: BackendPool, now: number, tried: readonly BackendTurn[] = []): BackendTurn {
  return pool.take(
    now,
    tried.map(({ backend }) => backend),
  )!;
}

/** Attempts one after the other, all of which end alike: where each was made. */
function attempts(pool: BackendPool, count: number, { now = 0, fault = false } = {}): string[] {
  return Array.from({ length: count }, () => {
    const turn = takeAt(pool, now);
    pool.settle(turn, now, fault);
    return turn.backend.address;
  });
}

describe("balance", () => {
  test.each(["round-robin", "least-busy"] as const)("%s takes instances in turn when none is busy", (balance) => {
    expect(attempts(createPool({ addresses: ["a", "b", "c"], balance }), 5)).toEqual(["a", "b", "c", "a", "b"]);
  });

  test("least-busy gives less to an instance that is slow", () => {
    const pool = createPool({ addresses: ["slow", "b", "c"] });
    expect(takeAt(pool, 0).backend.address).toBe("slow");
    expect(attempts(pool, 4)).toEqual(["b", "c", "b", "c"]);
  });

  test("round-robin does not look at what they do", () => {
    const pool = createPool({ addresses: ["slow", "b"], balance: "round-robin" });
    expect(takeAt(pool, 0).backend.address).toBe("slow");
    expect(attempts(pool, 3)).toEqual(["b", "slow", "b"]);
  });

  test("a repeated attempt goes to an instance that the call has not tried, as long as there is one", () => {
    const pool = createPool({ addresses: ["a", "b"] });
    const first = takeAt(pool, 0);
    const second = takeAt(pool, 0, [first]);
    const third = takeAt(pool, 0, [first, second]);
    expect([first, second, third].map(({ backend }) => backend.address)).toEqual(["a", "b", "a"]);
  });
});

describe("leaving out", () => {
  const spec: BackendsSpec = { addresses: ["a"], maxFailures: 2, outMs: 100 };

  test("an instance is left out after so many failures in a row, and a success between them starts anew", () => {
    const pool = createPool(spec);
    const changes = [true, false, true, true].map((fault) => pool.settle(takeAt(pool, 0), 0, fault));
    expect(changes).toEqual([undefined, undefined, undefined, 100]);
    expect(pool.states(30)).toEqual([{ address: "a", state: "out", busy: 0, outForMs: 70 }]);
    expect([pool.leftIn(30), pool.take(30, [])]).toEqual([70, undefined]);
  });

  test("when its time is over one attempt tries it and no other meanwhile", () => {
    const pool = createPool(spec);
    attempts(pool, 2, { fault: true });
    const trial = takeAt(pool, 100);
    expect(pool.take(100, [])).toBeUndefined();
    expect(pool.states(100)).toEqual([{ address: "a", state: "trying", busy: 1 }]);
    expect(pool.settle(trial, 110, false)).toBe("back");
    expect(pool.states(110)).toEqual([{ address: "a", state: "in", busy: 0 }]);
  });

  test("each try in vain doubles its time, up to eight times", () => {
    const pool = createPool(spec);
    attempts(pool, 2, { fault: true });
    const times = Array.from({ length: 5 }, (_, index) => {
      const now = 10_000 * (index + 1);
      return pool.settle(takeAt(pool, now), now, true);
    });
    expect(times).toEqual([200, 400, 800, 800, 800]);
  });

  test("a try that says nothing lets the next attempt try", () => {
    const pool = createPool(spec);
    attempts(pool, 2, { fault: true });
    pool.settle(takeAt(pool, 100), 100, undefined);
    expect(takeAt(pool, 100).isTry).toBe(true);
  });

  test("attempts that began before it was left out do not prolong its time, and a success among them brings it back", () => {
    const pool = createPool(spec);
    const [first, second, third, fourth] = [0, 0, 0, 0].map((now) => takeAt(pool, now));
    expect([first!, second!, third!].map((turn) => pool.settle(turn, 0, true))).toEqual([undefined, 100, undefined]);
    expect(pool.leftIn(0)).toBe(100);
    expect(pool.settle(fourth!, 1, false)).toBe("back");
  });
});

describe("discovery", () => {
  /** A pool whose discovery gives what `found` holds at the time, and how often it was asked. */
  function createFound(found: { list: readonly string[] | Error; asked: number }): BackendPool {
    return createPool({
      everyMs: 1000,
      discover: () => {
        found.asked += 1;
        if (found.list instanceof Error) throw found.list;
        return found.list;
      },
    });
  }

  test("nothing is asked before the first call, then again when the list is old", () => {
    const found = { list: ["a"], asked: 0 };
    const pool = createFound(found);
    const asked = [-1, 0, 500, 999, 1000].map((now) => {
      if (now >= 0) void pool.list.refresh(now);
      return found.asked;
    });
    expect(asked).toEqual([0, 1, 1, 1, 2]);
  });

  test("instances that stay keep what is known of them, and those that went are forgotten", () => {
    const found = { list: ["a", "b"], asked: 0 };
    const pool = createFound(found);
    void pool.list.refresh(0);
    const old = takeAt(pool, 0);
    takeAt(pool, 0);
    found.list = ["c", "b"];
    void pool.list.refresh(1000);
    expect(pool.states(1000)).toEqual([
      { address: "c", state: "in", busy: 0 },
      { address: "b", state: "in", busy: 1 },
    ]);
    pool.settle(old, 1000, true);
    found.list = ["a"];
    void pool.list.refresh(2000);
    expect(pool.states(2000)).toEqual([{ address: "a", state: "in", busy: 0 }]);
  });

  test("a discovery that fails keeps the last good list, and is told once", () => {
    const found: { list: readonly string[] | Error; asked: number } = { list: ["a"], asked: 0 };
    const pool = createFound(found);
    void pool.list.refresh(0);
    found.list = new Error("dns is down");
    void pool.list.refresh(1000);
    void pool.list.refresh(2000);
    expect([pool.list.takeProblem(), pool.list.takeProblem(), pool.size]).toEqual(["dns is down", undefined, 1]);
    found.list = ["a"];
    void pool.list.refresh(3000);
    expect([pool.list.problem, found.asked]).toEqual([undefined, 4]);
  });

  test.each<readonly [unknown]>([["a"], [[""]], [[1]], [undefined]])("%j is no list of addresses", (list) => {
    const pool = createFound({ list: list as string[], asked: 0 });
    void pool.list.refresh(0);
    expect([pool.list.problem, pool.list.addresses]).toEqual(["It gave no list of texts.", undefined]);
  });

  test("an instance that fails is a reason to ask again, at most once a second", () => {
    const found = { list: ["a"], asked: 0 };
    const pool = createPool({ everyMs: 60_000, discover: () => ((found.asked += 1), found.list) });
    void pool.list.refresh(0);
    attempts(pool, 1, { now: 10, fault: true });
    const asked = [10, 999, 1000].map((now) => {
      void pool.list.refresh(now);
      return found.asked;
    });
    expect(asked).toEqual([1, 1, 2]);
  });

  test("many at once ask once", async () => {
    let asked = 0;
    const pool = createPool({ discover: async () => [String((asked += 1))] });
    await Promise.all([pool.list.refresh(0), pool.list.refresh(0), pool.list.refresh(60_000)]);
    expect([asked, pool.list.addresses]).toEqual([1, ["1"]]);
  });
});

test("an address is shown without its password", () => {
  const pool = createPool({ addresses: ["http://api:hunter2hunter2@10.0.0.1:80/v1"] });
  expect(pool.states(0)[0]!.address).toBe("http://[secret]@10.0.0.1:80/v1");
  expect(takeAt(pool, 0).backend.address).toContain("hunter2");
});
