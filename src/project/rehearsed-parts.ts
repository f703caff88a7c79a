import type { SopwithError } from "../base/errors.ts";
import { isPlainObject } from "../base/json.ts";
import type { ChatModel } from "../model/model.ts";
import type { Rehearsal } from "../model/rehearsal.ts";
import type { RunStore } from "../store/run-store.ts";
import type { AnyTool } from "../tools/tool.ts";
import { withFaults } from "./with-faults.ts";

/** What of a rehearsal was played in earlier processes: all that the store knows of the run, if it goes on. */
export interface PlayedBefore {
  readonly store: RunStore;
  readonly run: string | undefined;
}

/** Gives tools the rehearsal's faults, less those that the run has met. */
export async function rehearsedFaults(
  rehearsal: Rehearsal,
  { store, run }: PlayedBefore,
): Promise<(tools: readonly AnyTool[]) => AnyTool[]> {
  const attempted = new Map<string, number>();
  const calls = run === undefined ? [] : await store.runCalls(run);
  for (const call of calls) attempted.set(call.tool, (attempted.get(call.tool) ?? 0) + call.attempts);
  return (tools) => withFaults(tools, rehearsal.faults, attempted);
}

/** A model that a script plays. */
export interface RehearsedModel {
  readonly model: ChatModel;
  /** The turns that nobody asked for. */
  unused(): readonly string[];
  /** The first request that no turn fitted, with what came and what the turns wait for. */
  mismatch(): SopwithError | undefined;
  close(): Promise<void>;
}

/** A model of the same make as a real one, against a server in this process that reads from the script. */
export async function rehearsedModel(rehearsal: Rehearsal, before: PlayedBefore): Promise<RehearsedModel> {
  const [{ startRehearsalServer }, { createChatModel }, played] = await Promise.all([
    import("../model/rehearsal-server.ts"),
    import("../model/chat-model.ts"),
    playedTurns(before),
  ]);
  const server = await startRehearsalServer(rehearsal, { played });
  const model = createChatModel({ models: ["rehearsal"], apiKey: "rehearsal", baseURL: server.baseURL });
  return { model, unused: () => server.unused(), mismatch: () => server.error(), close: () => server.close() };
}

/** The turns of the script that answered already, as the journal names them. */
async function playedTurns({ store, run }: PlayedBefore): Promise<string[]> {
  const turns = run === undefined ? [] : await store.runTurns(run);
  return turns.flatMap(({ reply }) =>
    isPlainObject(reply) && typeof reply["model"] === "string" ? [reply["model"]] : [],
  );
}
