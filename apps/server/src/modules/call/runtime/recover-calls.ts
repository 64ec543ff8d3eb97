import { rm, stat } from "node:fs/promises";
import { CALL_LEASE_MS, CALL_LEASE_RENEW_MS, type CallEvent, ENDED_REASONS } from "@callwright/contract";
import { type RecordingKind, recordingBlobKey } from "../../../platform/blobs/blob-key.ts";
import type { BlobStore } from "../../../platform/blobs/blob-store.ts";
import type { Logger } from "../../../platform/config/logger.ts";
import type { Database } from "../../../platform/db/connect.ts";
import type { HeldWork } from "../../../platform/held/held-work.ts";
import type { CallTelemetry } from "../../../platform/telemetry/telemetry.ts";
import { settleCall } from "../../cost/settle-call.ts";
import type { ServerMessages } from "../../webhook/server-messages.ts";
import { type CallReports, nameRecording } from "./call-reports.ts";
import {
  appendEvents,
  type CallEnding,
  type CallRow,
  findCallRow,
  findLastEvent,
  findOrphans,
  holdOrphan,
  recordingKeyOf,
  takeOver,
} from "./lifecycle-store.ts";
import { measureCall } from "./measure-call.ts";
import { repairWav } from "./repair-wav.ts";
import { makeSeekable } from "./seekable-webm.ts";
import type { Spool } from "./spool.ts";

export interface RecoveryContext {
  held: Pick<HeldWork, "restoredAt">;
  db: Database;
  blobs: BlobStore;
  /** This node, which takes over the calls that it ends. */
  nodeId: string;
  spool: Spool;
  messages: ServerMessages;
  reports: CallReports;
  telemetry: CallTelemetry;
  log: Logger;
  now: () => Date;
  /** Does this node hold the call right now? */
  isHosted(callId: string): boolean;
  /** Aborted when the server stops. */
  signal: AbortSignal;
}

/** Makes a truncated recording playable; false when it is empty. */
const MAKE_PLAYABLE: Record<RecordingKind, (orgId: string, path: string, signal: AbortSignal) => Promise<boolean>> = {
  sound: async (_orgId, path) => (await repairWav(path)) !== null,
  // A WebM file may end anywhere, and plays up to there even when it cannot be rewritten.
  video: async (orgId, path, signal) => {
    await makeSeekable(orgId, path, { signal }).catch(() => undefined);
    return (await stat(path)).size > 0;
  },
};

/**
 * A node that did not reach the database for this long does not judge other nodes: they may have been unable to renew their leases, too. It waits one
 * more lease. A node whose clock was set back does the same.
 */
const LOOK_GAP_MAX_MS = 2 * CALL_LEASE_RENEW_MS;

const MESSAGE = "The server that hosted the call stopped without ending it.";

/** Ends the calls of dead nodes. Safe to run at any time and on every node: it skips calls that have a living host. */
export function createCallRecovery(context: RecoveryContext) {
  /** Calls that ended here and whose recordings are not in storage yet. */
  const ended = new Map<string, CallRow>();
  let moving: Promise<void> | undefined;
  let running: Promise<void> | undefined;
  let reachedAtMs: number | undefined;
  let trustLeasesFromMs = 0;

  function databaseReached(): void {
    const nowMs = context.now().getTime();
    const gapMs = nowMs - (reachedAtMs ?? nowMs);
    if (gapMs < 0 || gapMs > LOOK_GAP_MAX_MS) trustLeasesFromMs = nowMs + CALL_LEASE_MS;
    reachedAtMs = nowMs;
  }

  async function moveAll(deadNodes: readonly string[]): Promise<void> {
    for (const { id, nodeId } of ended.values()) {
      await moveRecording(context, nodeId, id, "sound");
      await moveRecording(context, nodeId, id, "video");
      ended.delete(id);
    }
    for (const node of deadNodes) await moveRecordings(context, node);
  }

  async function endAll(): Promise<void> {
    const deadNodes = await context.spool.deadNodes();
    const orphans = await findOrphans(context.db, deadNodes, context.now());
    databaseReached();
    for (const orphan of orphans) {
      const isGone = deadNodes.includes(orphan.nodeId) || context.now().getTime() >= trustLeasesFromMs;
      if (!isGone || context.isHosted(orphan.id)) continue;
      if (await endOrphan(context, orphan)) ended.set(orphan.id, orphan);
      databaseReached();
    }
    moving ??= moveAll(deadNodes)
      .catch((err: unknown) => context.log.warn({ err }, "recordings of ended calls wait for another try"))
      .finally(() => {
        moving = undefined;
      });
  }

  return {
    /**
     * Ends the calls at the time that their events and recordings show. A second caller joins the running pass. Recordings are moved to storage
     * afterwards, one at a time, in the background: a long recording must not delay the renewal of leases or a start.
     */
    run(): Promise<void> {
      running ??= endAll().finally(() => {
        running = undefined;
      });
      return running;
    },

    /** Resolves when no call is being ended, and no recording is being moved. The next start moves the rest. */
    async close() {
      await running?.catch(() => {});
      await moving;
    },
  };
}

export type CallRecovery = ReturnType<typeof createCallRecovery>;

/** False when its node renewed the lease again, or another node ended the call first. */
async function endOrphan(context: RecoveryContext, orphan: CallRow): Promise<boolean> {
  const { db, held, messages, reports, telemetry, log, now } = context;
  const recordedMs = await repairWav(context.spool.recordingPath(orphan.nodeId, orphan.id, "sound")).catch(() => null);
  const ending = await db.transaction(async (tx) => {
    if (!(await holdOrphan(tx, orphan))) return undefined;
    const last = await findLastEvent(tx, orphan.id);
    const found = endingOf(orphan, last, recordedMs ?? 0);
    await takeOver(tx, orphan.id, context.nodeId, found, now());
    if (last?.type !== "call.ended") await messages.happened(tx, await appendEvents(tx, [endedEvent(orphan, last, found)]));
    await settleCall(tx, orphan.id, now());
    const measure = await measureCall(tx, orphan.id);
    await reports.callEnded(tx, orphan.id, now());
    return { ...found, measure };
  });
  if (!ending) return false;
  // A call of a backup ended at the old server, which has sent its trace.
  const isRestored = held.restoredAt !== undefined && orphan.createdAt < held.restoredAt;
  if (!isRestored) telemetry.callEnded({ callId: orphan.id, endedReason: ending.endedReason, measure: ending.measure });
  messages.wake();
  reports.wake();
  log.warn({ callId: orphan.id, nodeId: orphan.nodeId, endedReason: ending.endedReason }, "ended a call whose server was gone");
  return true;
}

/** The latest time at which the call is known to have run. A node renews its leases until it dies. */
function endingOf(orphan: CallRow, last: CallEvent | undefined, recordedMs: number): CallEnding {
  const startedAtMs = orphan.startedAt?.getTime();
  const lastRenewedMs = Math.max(orphan.leaseExpiresAt.getTime() - CALL_LEASE_MS, orphan.createdAt.getTime());
  if (last?.type === "call.ended") {
    // Times of events count from the call's start. A scheduled call without one was created long before it ended.
    const endedAt = new Date(startedAtMs === undefined ? lastRenewedMs : startedAtMs + Math.max(last.atMs, 0));
    return { endedAt, endedReason: last.payload.endedReason, endedMessage: last.payload.message ?? null };
  }
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

/** Moves all recordings of a dead node. Another node may have ended their calls, or the node died between end and move. */
async function moveRecordings(context: RecoveryContext, node: string): Promise<void> {
  for (const { callId, kind } of await context.spool.recordings(node)) await moveRecording(context, node, callId, kind);
  await context.spool.close(node);
}

async function moveRecording(context: RecoveryContext, node: string, callId: string, kind: RecordingKind): Promise<void> {
  const { db, blobs, spool, log, signal } = context;
  if (signal.aborted) return;
  const path = spool.recordingPath(node, callId, kind);
  const row = await findCallRow(db, callId);
  if (row && row.status !== "ended") return;
  if (!row || recordingKeyOf(row, kind) !== null) return rm(path, { force: true });
  const key = recordingBlobKey(row.orgId, callId, kind);
  // The node may have died after the move and before it wrote the row.
  if ((await blobs.stat(key)) === null) {
    if (!(await MAKE_PLAYABLE[kind](row.orgId, path, signal).catch(() => false))) return rm(path, { force: true });
    if (signal.aborted) return;
    await blobs.putFile(key, path);
  }
  if (await nameRecording(context, callId, kind, key)) log.info({ callId, kind }, "recovered a recording of a call");
}
