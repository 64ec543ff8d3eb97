import { rm, stat } from "node:fs/promises";
import { CALL_LEASE_MS, type CallEvent, ENDED_REASONS } from "@callwright/contract";
import { type RecordingKind, recordingBlobKey } from "../blobs/blob-key.ts";
import type { BlobStore } from "../blobs/blob-store.ts";
import type { Database } from "../db/connect.ts";
import { loggableCause } from "../db/database-retry.ts";
import type { Logger } from "../logger.ts";
import {
  appendEvents,
  type CallEnding,
  type CallRow,
  findCallRow,
  findLastEvent,
  findOrphans,
  holdOrphan,
  markEnded,
  recordingKeyOf,
  setRecording,
} from "./lifecycle-store.ts";
import { repairWav } from "./repair-wav.ts";
import { makeSeekable } from "./seekable-webm.ts";
import type { Spool } from "./spool.ts";

export interface RecoveryContext {
  db: Database;
  blobs: BlobStore;
  spool: Spool;
  log: Logger;
  now: () => Date;
  /** Does this node hold the call right now? */
  isHosted(callId: string): boolean;
  /** Aborted when the server stops. */
  signal: AbortSignal;
}

/** Makes a recording that was cut off playable; false when it holds nothing. */
const MAKE_PLAYABLE: Record<RecordingKind, (path: string, signal: AbortSignal) => Promise<boolean>> = {
  sound: async (path) => (await repairWav(path)) !== null,
  // A WebM file may end anywhere, and plays up to there even when it cannot be rewritten.
  video: async (path, signal) => {
    await makeSeekable(path, { signal }).catch(() => undefined);
    return (await stat(path)).size > 0;
  },
};

const MESSAGE = "The server that hosted the call stopped without ending it.";

/** The calls whose node died. Safe to run at any time and on every node: only calls without a living host are touched. */
export interface CallRecovery {
  /**
   * Ends them, with what their events and recordings still tell. Their recordings come home after that, one at a time, and nobody waits
   * for it: a long one would keep the leases of living calls, or a start, waiting.
   */
  run(): Promise<void>;
  /** Resolves when no recording is on its way. The rest is found by the next start. */
  close(): Promise<void>;
}

export function createCallRecovery(context: RecoveryContext): CallRecovery {
  /** Ended here, with recordings that are not home yet. */
  const ended = new Map<string, CallRow>();
  let homecoming: Promise<void> | undefined;

  async function bringHome(deadNodes: readonly string[]): Promise<void> {
    for (const { id, nodeId } of ended.values()) {
      await bringRecordingHome(context, nodeId, id, "sound");
      await bringRecordingHome(context, nodeId, id, "video");
      ended.delete(id);
    }
    for (const node of deadNodes) await bringRecordingsHome(context, node);
  }

  return {
    async run() {
      const deadNodes = await context.spool.deadNodes();
      for (const orphan of await findOrphans(context.db, deadNodes, context.now()))
        if (!context.isHosted(orphan.id) && (await endOrphan(context, orphan))) ended.set(orphan.id, orphan);
      homecoming ??= bringHome(deadNodes)
        .catch((error: unknown) =>
          context.log.warn({ err: loggableCause(error) }, "recordings of ended calls wait for another try"),
        )
        .finally(() => {
          homecoming = undefined;
        });
    },

    async close() {
      await homecoming;
    },
  };
}

/** False when it has come back, or another node was faster. */
async function endOrphan(context: RecoveryContext, orphan: CallRow): Promise<boolean> {
  const { db, log, now } = context;
  const recordedMs = await repairWav(context.spool.recordingPath(orphan.nodeId, orphan.id, "sound")).catch(() => null);
  const ending = await db.transaction(async (tx) => {
    if (!(await holdOrphan(tx, orphan))) return undefined;
    const last = await findLastEvent(tx, orphan.id);
    const found = endingOf(orphan, last, recordedMs ?? 0);
    await markEnded(tx, orphan.id, found, now());
    if (last?.type !== "call.ended") await appendEvents(tx, [endedEvent(orphan, last, found)]);
    return found;
  });
  if (!ending) return false;
  log.warn({ callId: orphan.id, nodeId: orphan.nodeId, endedReason: ending.endedReason }, "ended a call whose server was gone");
  return true;
}

/** When it really ended: the last thing known of it. A lease is renewed until the node dies. */
function endingOf(orphan: CallRow, last: CallEvent | undefined, recordedMs: number): CallEnding {
  const startedAtMs = orphan.startedAt?.getTime();
  if (last?.type === "call.ended") {
    const endedAt = new Date((startedAtMs ?? orphan.createdAt.getTime()) + Math.max(last.atMs, 0));
    return { endedAt, endedReason: last.payload.endedReason, endedMessage: last.payload.message ?? null };
  }
  const lastRenewedMs = Math.max(orphan.leaseExpiresAt.getTime() - CALL_LEASE_MS, orphan.createdAt.getTime());
  const endedAtMs =
    startedAtMs === undefined ? lastRenewedMs : Math.max(startedAtMs + Math.max(last?.atMs ?? 0, recordedMs), lastRenewedMs);
  return { endedAt: new Date(endedAtMs), endedReason: ENDED_REASONS.workerDied, endedMessage: MESSAGE };
}

function endedEvent(orphan: CallRow, last: CallEvent | undefined, ending: CallEnding) {
  const { startedAt } = orphan;
  const atMs = startedAt ? ending.endedAt.getTime() - startedAt.getTime() : 0;
  const payload = { endedReason: ending.endedReason, message: MESSAGE };
  const event: CallEvent = { seq: (last?.seq ?? -1) + 1, atMs, type: "call.ended", payload };
  return { callId: orphan.id, orgId: orphan.orgId, event };
}

/** Recordings of a dead node, of whichever calls: another node may have ended them, or the node died between end and move. */
async function bringRecordingsHome(context: RecoveryContext, node: string): Promise<void> {
  for (const { callId, kind } of await context.spool.recordings(node)) await bringRecordingHome(context, node, callId, kind);
  await context.spool.close(node);
}

async function bringRecordingHome(context: RecoveryContext, node: string, callId: string, kind: RecordingKind): Promise<void> {
  const { db, blobs, spool, log, now, signal } = context;
  if (signal.aborted) return;
  const path = spool.recordingPath(node, callId, kind);
  const row = await findCallRow(db, callId);
  if (row && row.status !== "ended") return;
  if (!row || recordingKeyOf(row, kind) !== null) return rm(path, { force: true });
  const key = recordingBlobKey(row.orgId, callId, kind);
  // The node may have died after the move and before the row knew of it.
  if ((await blobs.stat(key)) === null) {
    if (!(await MAKE_PLAYABLE[kind](path, signal).catch(() => false))) return rm(path, { force: true });
    if (signal.aborted) return;
    await blobs.putFile(key, path);
  }
  if (await setRecording(db, callId, kind, key, now())) log.info({ callId, kind }, "recovered a recording of a call");
}
