import { stringify } from "yaml";
import type { Rehearsal, RehearsalCall, RehearsalDecision, RehearsalExpectation, RehearsalTurn } from "./rehearsal.ts";

/** A rehearsal of a workflow as YAML, without what has its default. Faults are left out: a recorded run has none. */
export function writeRehearsal(rehearsal: Rehearsal): string {
  const { workflow, about, input, turns, decisions, expect } = rehearsal;
  const written = {
    workflow,
    ...(about !== undefined && { about }),
    ...(input !== undefined && { input }),
    turns: turns.map(writeTurn),
    ...(decisions.length > 0 && { decisions: decisions.map(writeDecision) }),
    expect: writeExpectation(expect),
  };
  return stringify(written, { lineWidth: 100, aliasDuplicateObjects: false });
}

function writeTurn({ node, say, call }: RehearsalTurn): object {
  const calls = call.map(writeCall);
  return {
    ...(node !== undefined && { node }),
    ...(say !== undefined && { say }),
    ...(calls.length > 0 && { call: calls.length === 1 ? calls[0] : calls }),
  };
}

function writeCall({ tool, with: given, raw }: RehearsalCall): object {
  if (raw !== undefined) return { tool, raw };
  return Object.keys(given).length > 0 ? { tool, with: given } : { tool };
}

function writeDecision({ line: _line, times: _times, approved, answer, ...facts }: RehearsalDecision): object {
  const says = answer === undefined || !approved ? { decide: approved ? "approve" : "reject" } : {};
  return { ...facts, ...says, ...(answer !== undefined && { answer }) };
}

function writeExpectation({ status, answer, calls, sop }: RehearsalExpectation): object {
  return {
    ...(status !== undefined && { status }),
    ...(answer.length > 0 && { answer }),
    ...(calls.length > 0 && { calls }),
    ...(sop.conforms !== undefined && { sop: { conforms: sop.conforms } }),
  };
}
