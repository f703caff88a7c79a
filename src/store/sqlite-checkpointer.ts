import {
  BaseCheckpointSaver,
  type Checkpoint,
  type CheckpointListOptions,
  type CheckpointMetadata,
  type CheckpointPendingWrite,
  type CheckpointTuple,
  compareWritesSortKeys,
  type PendingWrite,
  WRITES_IDX_MAP,
  writesSortKey,
} from "@langchain/langgraph-checkpoint";
import {
  type CheckpointConfig,
  fenceOf,
  selectCheckpointKeys,
  toCheckpointConfig,
  toCheckpointKey,
} from "./checkpoint-key.ts";
import type { SqliteRow } from "./sqlite-connection.ts";
import type { SqliteDatabase } from "./sqlite-database.ts";
import { checkFence } from "./sqlite-leases.ts";
import { bytesColumn, textColumn } from "./sqlite-row.ts";
import { checkpointKeyMissing } from "./store-errors.ts";

/**
 * LangGraph's checkpoints in the store's file. Values are serialised before and read after the database is asked, so
 * no lock is held across an `await`. Checkpoints of a format before 4 are not migrated: none can be in this file.
 */
export class SqliteCheckpointer extends BaseCheckpointSaver {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super();
    this.#database = database;
  }

  override async getTuple(config: CheckpointConfig): Promise<CheckpointTuple | undefined> {
    const key = toCheckpointKey(config);
    if (key.thread === undefined) return undefined;
    const found = this.#find({ ...key, namespace: key.namespace ?? "" }, { limit: 1 })[0];
    return found && (await this.#load(found));
  }

  override async *list(config: CheckpointConfig, options: CheckpointListOptions = {}): AsyncGenerator<CheckpointTuple> {
    const wanted = Object.entries(options.filter ?? {});
    const before = options.before && toCheckpointKey(options.before).id;
    const limit = wanted.length === 0 ? options.limit : undefined;
    let left = options.limit ?? Number.POSITIVE_INFINITY;
    for (const found of this.#find(toCheckpointKey(config), { before, limit })) {
      if (left <= 0) return;
      const tuple = await this.#load(found, (metadata) => wanted.every(([name, value]) => metadata[name] === value));
      if (!tuple) continue;
      left -= 1;
      yield tuple;
    }
  }

  override async put(
    config: CheckpointConfig,
    checkpoint: Checkpoint,
    metadata: CheckpointMetadata,
  ): Promise<CheckpointConfig> {
    const { thread, namespace = "", id: parent = null } = toCheckpointKey(config);
    if (thread === undefined) throw checkpointKeyMissing("thread_id");
    const [[checkpointType, checkpointBytes], [metadataType, metadataBytes]] = await Promise.all([
      this.serde.dumpsTyped(checkpoint),
      this.serde.dumpsTyped(metadata),
    ]);
    const values = [checkpointType, checkpointBytes, metadataType, metadataBytes];
    const connection = this.#database.normal();
    connection.transaction(() => {
      checkFence(connection, fenceOf(config));
      connection.run(PUT_CHECKPOINT, thread, namespace, checkpoint.id, parent, ...values);
    });
    return toCheckpointConfig(thread, namespace, checkpoint.id);
  }

  // oxlint-disable-next-line max-params -- the signature is LangGraph's
  override async putWrites(
    config: CheckpointConfig,
    writes: PendingWrite[],
    taskId: string,
    taskPath = "",
  ): Promise<void> {
    const { thread, namespace = "", id } = toCheckpointKey(config);
    if (thread === undefined) throw checkpointKeyMissing("thread_id");
    if (id === undefined) throw checkpointKeyMissing("checkpoint_id");
    const rows = await Promise.all(
      writes.map(async ([channel, value], index) => {
        const position = WRITES_IDX_MAP[channel] ?? index;
        return [taskId, position, taskPath, channel, ...(await this.serde.dumpsTyped(value))] as const;
      }),
    );
    const connection = this.#database.normal();
    connection.transaction(() => {
      checkFence(connection, fenceOf(config));
      for (const row of rows) connection.run(PUT_WRITE, thread, namespace, id, ...row);
    });
  }

  override async deleteThread(threadId: string): Promise<void> {
    const connection = this.#database.normal();
    connection.transaction(() => {
      connection.run("DELETE FROM checkpoint_writes WHERE thread = ?", threadId);
      connection.run("DELETE FROM checkpoints WHERE thread = ?", threadId);
    });
  }

  #find(...search: Parameters<typeof selectCheckpointKeys>): [thread: string, namespace: string, id: string][] {
    const { sql, values } = selectCheckpointKeys(...search);
    const rows = this.#database.normal().all(sql, ...values);
    return rows.map((row) => [textColumn(row, "thread"), textColumn(row, "namespace"), textColumn(row, "id")]);
  }

  /** Nothing if the checkpoint was deleted since it was found, or if its metadata are not wanted. */
  async #load(
    [thread, namespace, id]: readonly [thread: string, namespace: string, id: string],
    isWanted: (metadata: Readonly<Record<string, unknown>>) => boolean = () => true,
  ): Promise<CheckpointTuple | undefined> {
    const connection = this.#database.normal();
    const row = connection.get(
      "SELECT * FROM checkpoints WHERE thread = ? AND namespace = ? AND id = ?",
      thread,
      namespace,
      id,
    );
    if (!row) return undefined;
    const writes = connection.all(WRITES_OF_CHECKPOINT, thread, namespace, id).toSorted(byWriteOrder);
    const metadata = (await this.#value(row, "metadata")) as CheckpointMetadata<Record<string, unknown>>;
    if (!isWanted(metadata)) return undefined;
    return {
      config: toCheckpointConfig(thread, namespace, id),
      checkpoint: (await this.#value(row, "checkpoint")) as Checkpoint,
      metadata,
      pendingWrites: await Promise.all(writes.map((write) => this.#pendingWrite(write))),
      ...(row["parent"] === null
        ? {}
        : { parentConfig: toCheckpointConfig(thread, namespace, textColumn(row, "parent")) }),
    };
  }

  async #pendingWrite(row: SqliteRow): Promise<CheckpointPendingWrite> {
    const value: unknown = await this.serde.loadsTyped(textColumn(row, "type"), bytesColumn(row, "value"));
    return [textColumn(row, "task"), textColumn(row, "channel"), value];
  }

  async #value(row: SqliteRow, column: "checkpoint" | "metadata"): Promise<unknown> {
    return await this.serde.loadsTyped(textColumn(row, `${column}_type`), bytesColumn(row, column));
  }
}

const PUT_CHECKPOINT = `
  INSERT OR REPLACE INTO checkpoints
    (thread, namespace, id, parent, checkpoint_type, checkpoint, metadata_type, metadata)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;

/** Writes at negative positions are LangGraph's own (error, interrupt, resume): the newest counts. Others stay. */
const PUT_WRITE = `
  INSERT INTO checkpoint_writes (thread, namespace, checkpoint, task, position, task_path, channel, type, value)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
  ON CONFLICT (thread, namespace, checkpoint, task, position) DO UPDATE
  SET task_path = excluded.task_path, channel = excluded.channel, type = excluded.type, value = excluded.value
  WHERE excluded.position < 0`;

const WRITES_OF_CHECKPOINT = `
  SELECT task, position, task_path, channel, type, value FROM checkpoint_writes
  WHERE thread = ? AND namespace = ? AND checkpoint = ?`;

function byWriteOrder(a: SqliteRow, b: SqliteRow): number {
  return compareWritesSortKeys(writeKey(a), writeKey(b));
}

function writeKey(row: SqliteRow): ReturnType<typeof writesSortKey> {
  return writesSortKey(textColumn(row, "task_path"), textColumn(row, "task"), Number(row["position"]));
}
