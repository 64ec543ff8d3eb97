import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import { ERASED_KINDS, type ErasureCounts, type ErasureLeft } from "@callwright/contract";
import { and, getTableName, inArray } from "drizzle-orm";
import type { Run } from "../../platform/jobs/runs.ts";
import type { PersonalRows, Platform } from "../../platform/modules/module.ts";
import { ERASURES_FILE, ledgerLine } from "../../platform/people/erasure-ledger.ts";
import { type FoundRows, findRows } from "./find-rows.ts";
import { changeErasure, type ErasureRow, findErasure } from "./store.ts";

/** Rows of one transaction, with everything that goes with them. */
const BATCH_ROWS = 50;
/** A storage of the organization that does not delete is tried so often, with pauses of 2 s, 4 s, 8 s … and at most 1 h: for about a day. */
const MAX_TRIES = 30;
const LONGEST_PAUSE_SECONDS = 3_600;
/** Rows that have not ended are looked at again when they change. This often they are looked at without: a change may have been missed. */
const LOOK_AGAIN_SECONDS = 300;

/** What an erasure waits for. */
export interface Wait {
  /** Another pass follows after this time, or earlier when one of the rows changes. */
  seconds: number;
  /** Their names by `rowName`. */
  rows: string[];
}

/** How notices of changes name a row: by its resource, which is the name of its table, and its id. */
export const rowName = (resource: string, id: string) => `${resource.replaceAll("_", "-")} ${id}`;

/**
 * Counts what there is, or deletes it in one pass. Goes on where an earlier pass ended: what was deleted is not found again. Returns what is waited
 * for before the next pass, or undefined when the erasure is complete or has to be confirmed first.
 */
export async function carryOutErasure(platform: Platform, run: Run, signal: AbortSignal): Promise<Wait | undefined> {
  signal.throwIfAborted();
  const row = await findErasure(platform.db, run.orgId, run.id);
  if (row?.state === "counting") await count(platform, row, signal);
  return row?.state === "erasing" ? erase(platform, row, signal) : undefined;
}

async function count(platform: Platform, row: ErasureRow, signal: AbortSignal): Promise<void> {
  const { db, now } = platform;
  const found: ErasureCounts = {};
  for (const [rows, ids] of await findRows(platform, row, row.createdAt, signal))
    for (let from = 0; from < ids.length; from += BATCH_ROWS)
      add(found, await countBatch(platform, rows, ids.slice(from, from + BATCH_ROWS)));
  await changeErasure(db, row, "counting", { state: "counted", found, updatedAt: now() });
}

async function countBatch({ db }: Pick<Platform, "db">, rows: PersonalRows, ids: readonly string[]): Promise<ErasureCounts> {
  const counts: ErasureCounts = { ...(await rows.countMore?.(db, ids)) };
  counts[rows.kind] = ids.length;
  return counts;
}

function add(total: ErasureCounts, counts: ErasureCounts): void {
  for (const kind of ERASED_KINDS) if (counts[kind]) total[kind] = (total[kind] ?? 0) + counts[kind];
}

/** The results of one pass until now. */
interface Pass {
  row: ErasureRow;
  waitingFor: string[];
  /** Rows that have not ended. */
  waitingRows: string[];
  /** Files that a storage did not delete in this pass. */
  failed: ErasureLeft[];
}

/** Deletes all rows and files of the person that can be deleted now. */
async function erase(platform: Platform, row: ErasureRow, signal: AbortSignal): Promise<Wait | undefined> {
  const { db, now } = platform;
  const found: FoundRows = await findRows(platform, row, row.confirmedAt ?? row.createdAt, signal);
  const pass: Pass = { row, waitingFor: [], waitingRows: [], failed: [] };
  // A test names its call: it goes first.
  for (const [rows, ids] of [...found].reverse()) await eraseRows(platform, pass, rows, ids, signal);
  const { waitingFor, waitingRows, failed } = pass;
  const tries = row.tries + (failed.length > 0 ? 1 : 0);
  if (waitingFor.length > 0 || failed.length > 0) {
    const reasons = [...new Set(failed.map(({ reason }) => reason))];
    await changeErasure(db, row, "erasing", { waitingFor: [...waitingFor, ...reasons], tries, updatedAt: now() });
    const seconds = failed.length > 0 ? Math.min(2 ** tries, LONGEST_PAUSE_SECONDS) : LOOK_AGAIN_SECONDS;
    return { seconds, rows: waitingRows };
  }
  const endedAt = now();
  // The file first: one line too many does no harm after a crash.
  await appendFile(join(platform.config.dataDir, ERASURES_FILE), ledgerLine(platform.secrets, { ...row, endedAt }), {
    mode: 0o600,
  });
  await changeErasure(db, row, "erasing", { state: "done", waitingFor: [], endedAt, updatedAt: endedAt });
  return undefined;
}

async function eraseRows(
  platform: Platform,
  pass: Pass,
  rows: PersonalRows,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  const waiting: string[] = [];
  for (let from = 0; from < ids.length; from += BATCH_ROWS) {
    signal.throwIfAborted();
    const batch = ids.slice(from, from + BATCH_ROWS);
    const over = new Set(await listOver(platform, rows, batch));
    waiting.push(...batch.filter((id) => !over.has(id)));
    await eraseBatch(platform, pass, rows, [...over], signal);
  }
  waitFor(pass, rows, waiting);
}

function waitFor(pass: Pass, { table, waitsFor }: PersonalRows, ids: readonly string[]): void {
  if (ids.length === 0 || !waitsFor) return;
  pass.waitingFor.push(waitsFor(ids.length));
  pass.waitingRows.push(...ids.map((id) => rowName(getTableName(table), id)));
}

async function listOver({ db, now }: Platform, { table, isOver }: PersonalRows, ids: readonly string[]): Promise<string[]> {
  const those = await db
    .select({ id: table.id })
    .from(table)
    .where(and(inArray(table.id, [...ids]), isOver?.(now())));
  return those.map(({ id }) => String(id));
}

/** What a storage does not delete keeps its row, until it is given up and told in the report. */
async function eraseBatch(
  platform: Platform,
  pass: Pass,
  rows: PersonalRows,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  if (ids.length === 0) return;
  const { db, now } = platform;
  const { row } = pass;
  const { table, isOver, release, strip, listElsewhere } = rows;
  const { busy = [], failed = [] } = (await release?.(platform, row.orgId, ids, signal)) ?? {};
  waitFor(pass, rows, busy);
  const isGivenUp = row.tries + 1 >= MAX_TRIES;
  const kept = new Set([...busy, ...(isGivenUp ? [] : failed.map(({ id }) => id))]);
  const released = ids.filter((id) => !kept.has(id));
  const told = failed.map(({ location, reason }) => ({ location, reason }));
  if (!isGivenUp) pass.failed.push(...told);
  if (released.length === 0) return;
  await db.transaction(async (tx) => {
    const locked = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.id, released), isOver?.(now())))
      .for("update");
    const ready = locked.map(({ id }) => String(id));
    const counts = await countBatch({ db: tx }, rows, ready);
    const elsewhere = (await listElsewhere?.(tx, ready)) ?? [];
    if (strip) await strip(platform, tx, ready);
    else await tx.delete(table).where(inArray(table.id, ready));
    add(row.erased, counts);
    row.elsewhere = [...new Set([...row.elsewhere, ...elsewhere])].sort();
    if (isGivenUp) row.left = [...row.left, ...told];
    const { erased, left } = row;
    await changeErasure(tx, row, "erasing", { erased, left, elsewhere: row.elsewhere, updatedAt: now() });
  });
}
