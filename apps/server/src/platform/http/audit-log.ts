import type { AuditActor } from "@callwright/contract";
import { getTableColumns, inArray, sql } from "drizzle-orm";
import type { PgColumn, PgTable } from "drizzle-orm/pg-core";
import { token, user } from "../auth/tables.ts";
import type { Logger } from "../config/logger.ts";
import type { Database } from "../db/connect.ts";
import { isDatabaseAway, loggableCause } from "../db/database-retry.ts";
import { auditEvent } from "./tables.ts";

/** An action of a person or a token, without bodies and secrets. */
export interface AuditEntry {
  orgId: string;
  /** Name of the contract's route. */
  action: string;
  targetId?: string | undefined;
  targetName?: string | undefined;
  reason?: string | undefined;
  actor: AuditActor;
  actorId: string;
  /** For a person or an API token, the name is looked up. */
  actorName?: string;
  ipAddress?: string | undefined;
  userAgent?: string | undefined;
  requestId?: string;
}

interface AuditLogOptions {
  db: Database;
  log: Logger;
  now: () => Date;
  newId: () => string;
}

type Row = typeof auditEvent.$inferInsert;

/** How long an entry waits for company at most: it is what a crash loses. */
const BATCH_DELAY_MS = 100;
const BATCH_MAX_ENTRIES = 500;
/** While the database is away, or its disk is full. */
const RETRY_DELAY_MS = 1_000;
/** Above this number, entries that are recorded while the database is down are lost, and the log says how many. */
const MAX_QUEUED = 10_000;

const NAMELESS_TOKEN = "API token";

/**
 * Writes the audit log in the order of this node's actions, in batches, apart from the requests. A process that is killed loses the entries
 * of its last `BATCH_DELAY_MS`, or since the database went away. A process that ends writes them first.
 */
export function createAuditLog({ db, log, now, newId }: AuditLogOptions) {
  const queue: Row[] = [];
  let lost = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function schedule(delayMs: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      void flush();
    }, delayMs);
  }

  function flush(): Promise<void> {
    writing = writing.then(writeAll);
    return writing;
  }

  async function writeAll(): Promise<void> {
    while (queue.length > 0) {
      const batch = queue.slice(0, BATCH_MAX_ENTRIES);
      if (!(await write(batch))) return schedule(RETRY_DELAY_MS);
      queue.splice(0, batch.length);
    }
    if (lost > 0) log.error({ lost }, "entries of the audit log were lost while the database was away or full");
    lost = 0;
  }

  /** False if a retry can help. An entry that the database refuses must not block the others. */
  async function write(batch: readonly Row[]): Promise<boolean> {
    try {
      await insert(db, await withNames(db, batch));
      return true;
    } catch (error) {
      if (isDatabaseAway(error)) return false;
      const [entry, ...others] = batch;
      if (others.length > 0) {
        for (const each of batch) if (!(await write([each]))) return false;
        return true;
      }
      log.error({ err: loggableCause(error), action: entry?.action }, "the database refused an entry of the audit log");
      return true;
    }
  }

  return {
    /** Returns at once. The entry is written with the next batch. */
    record: (entry: AuditEntry) => {
      if (queue.length >= MAX_QUEUED) lost += 1;
      else queue.push({ ...entry, id: newId(), createdAt: now(), actorName: entry.actorName ?? "" });
      schedule(BATCH_DELAY_MS);
    },
    /** Writes the recorded entries now. While the database is down or full, they stay in memory. */
    flush,
    /** The same, for the last time. */
    close: async () => {
      await flush();
      clearTimeout(timer);
      if (queue.length > 0) log.error({ lost: queue.length }, "entries of the audit log are lost: the database is away or full");
    },
  };
}
export type AuditLog = ReturnType<typeof createAuditLog>;

const COLUMNS = Object.entries(getTableColumns(auditEvent)).map(([key, { name }]) => ({ key: key as keyof Row, name }));

/** As one parameter: a statement with thousands of parameters takes longer to build than to run. */
async function insert(db: Database, rows: readonly Row[]): Promise<void> {
  const records = rows.map((row) => Object.fromEntries(COLUMNS.map(({ key, name }) => [name, row[key]])));
  // An earlier attempt may have succeeded without an answer.
  await db.execute(sql`
    insert into ${auditEvent} select * from json_populate_recordset(null::${auditEvent}, ${JSON.stringify(records)}::json)
    on conflict do nothing`);
}

/** Fills in the present names of people and tokens. A deleted person keeps the id as the name. */
async function withNames(db: Database, rows: readonly Row[]): Promise<Row[]> {
  const idsOf = (actor: AuditActor) => [
    ...new Set(rows.filter((row) => row.actor === actor && row.actorName === "").map(({ actorId }) => actorId)),
  ];
  const people = await namesOf(db, user, idsOf("user"));
  const tokens = await namesOf(db, token, idsOf("token"));
  return rows.map((row) => ({
    ...row,
    actorName:
      row.actorName ||
      (row.actor === "token" ? tokens.get(row.actorId) || NAMELESS_TOKEN : people.get(row.actorId)) ||
      row.actorId,
  }));
}

async function namesOf(
  db: Database,
  table: PgTable & Record<"id" | "name", PgColumn>,
  ids: readonly string[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: table.id, name: table.name })
    .from(table)
    .where(inArray(table.id, [...ids]));
  return new Map(rows.map(({ id, name }) => [String(id), typeof name === "string" ? name : ""]));
}
