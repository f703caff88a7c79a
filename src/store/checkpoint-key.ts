import type { BaseCheckpointSaver } from "@langchain/langgraph-checkpoint";
import type { SQLInputValue } from "node:sqlite";
import type { Fence } from "./run-store.ts";

/**
 * Where in `configurable` a saver finds the hold under which it is to write. LangGraph hands the entry on to its saver,
 * and leaves keys that begin like this out of what it stores.
 */
export const FENCE_KEY = "__sopwith_fence";

/** LangGraph's name for a checkpoint, as its savers are handed it. */
export type CheckpointConfig = Parameters<BaseCheckpointSaver["getTuple"]>[0];

/** A checkpoint's name. Without `id` the newest is meant; without `namespace` or `thread`, any. */
export interface CheckpointKey {
  readonly thread: string | undefined;
  readonly namespace: string | undefined;
  readonly id: string | undefined;
}

/** What a config names; an empty id names nothing, an empty namespace is the root graph's. */
export function toCheckpointKey(config: CheckpointConfig): CheckpointKey {
  const names: Readonly<Record<string, unknown>> = config.configurable ?? {};
  return {
    thread: textOf(names["thread_id"]),
    namespace: textOf(names["checkpoint_ns"]),
    id: textOf(names["checkpoint_id"]) || undefined,
  };
}

/** The config that names one checkpoint. */
export function toCheckpointConfig(thread: string, namespace: string, id: string): CheckpointConfig {
  return { configurable: { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: id } };
}

/** The statement that finds checkpoints, newest first: their ids are made to sort by time. */
export function selectCheckpointKeys(
  key: CheckpointKey,
  { before, limit }: { readonly before?: string | undefined; readonly limit?: number | undefined },
): { readonly sql: string; readonly values: readonly SQLInputValue[] } {
  const conditions = [
    { sql: "thread = ?", value: key.thread },
    { sql: "namespace = ?", value: key.namespace },
    { sql: "id = ?", value: key.id },
    { sql: "id < ?", value: before },
  ].flatMap(({ sql, value }) => (value === undefined ? [] : [{ sql, value }]));
  const where = conditions.length === 0 ? "" : ` WHERE ${conditions.map(({ sql }) => sql).join(" AND ")}`;
  return {
    sql: `SELECT thread, namespace, id FROM checkpoints${where} ORDER BY id DESC LIMIT ?`,
    values: [...conditions.map(({ value }) => value), limit ?? -1],
  };
}

/** The hold under which a checkpoint is written, where a runner named one. */
export function fenceOf(config: CheckpointConfig): Fence | undefined {
  return config.configurable?.[FENCE_KEY] as Fence | undefined;
}

function textOf(name: unknown): string | undefined {
  return typeof name === "string" ? name : undefined;
}
