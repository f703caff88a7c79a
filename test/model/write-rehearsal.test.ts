import { expect, test } from "vitest";
import { parseRehearsal } from "../../src/model/parse-rehearsal.ts";
import { writeRehearsal } from "../../src/model/write-rehearsal.ts";

const text = `workflow: parcel
about: A parcel is found.
input:
  id: "007"
turns:
  - node: look
    say: |-
      I look: it is
      # not a comment
    call:
      tool: parcels/find
      with:
        id: "007"
        note: "yes"
  - node: look
    call:
      - tool: parcels/find
        raw: '{"id": '
      - tool: parcels/list
decisions:
  - node: ask
    kind: approval
    decide: reject
    by: Ana
    reason: it may still come
  - kind: question
    answer: "12"
    by: rehearsal
expect:
  status: completed
  answer:
    - It is in Bremen.
  calls:
    - parcels/find
  sop:
    conforms: true
`;

test("writes what reads back as the same rehearsal", () => {
  const source = { file: "a.yaml" };
  const written = writeRehearsal(parseRehearsal(text, source));
  const withoutLines = (value: string): unknown =>
    JSON.parse(JSON.stringify(parseRehearsal(value, source), (key, field: unknown) => (key === "line" ? 0 : field)));
  expect(withoutLines(written)).toEqual(withoutLines(text));
});

test("leaves out what has its default", () => {
  expect(writeRehearsal(parseRehearsal("workflow: x\nturns: [{ say: Hi }]\n", { file: "a.yaml" }))).toBe(
    "workflow: x\nturns:\n  - say: Hi\nexpect: {}\n",
  );
});
