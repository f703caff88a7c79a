import { expect, test } from "vitest";
import { createAskGuard } from "../../src/workflow/ask-guard.ts";
import type { Question } from "../../src/workflow/visit.ts";

const question = (position: string): Question => ({ position, kind: "confirmation", title: `Run ${position}?` });

test("a question that stands open after its decision ends the run; others may come one after the other", () => {
  const check = createAskGuard();
  for (let round = 0; round < 50; round += 1) check([question(`call ${round}`)]);
  for (let round = 0; round < 3; round += 1) check([question("a"), question(`b ${round}`)]);
  expect(() => check([question("a")])).toThrow(
    expect.objectContaining({ code: "ASKED_IN_CIRCLES", message: expect.stringContaining('"Run a?"') }),
  );
});
