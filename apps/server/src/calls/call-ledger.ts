import { CALL_LEASE_MS, type CallEvent } from "@callwright/contract";
import type { CallEnd } from "@callwright/engine";
import { type RecordingKind, recordingBlobKey } from "../blobs/blob-key.ts";
import { settleCall } from "../costs/settle-call.ts";
import { loggableCause, whileDatabaseIsAway } from "../db/database-retry.ts";
import type { ServerContext } from "../server-context.ts";
import type { ServerMessages } from "../webhooks/server-messages.ts";
import type { CallReports } from "./call-reports.ts";
import { createEventWriter, type OwnedEvent } from "./event-writer.ts";
import type { HostedCall } from "./hosted-call.ts";
import {
  appendOwnEvents,
  type CallEnding,
  findCallRow,
  markEnded,
  markJoined,
  markRinging,
  recordingKeyOf,
  setRecording,
} from "./lifecycle-store.ts";
import { repairWav } from "./repair-wav.ts";
import { makeSeekable } from "./seekable-webm.ts";
import type { Spool } from "./spool.ts";

/** Stores events, recordings and ends of this node's calls. Writes of one call run one after the other, and wait while the database is unavailable. */
export interface CallLedger {
  ringing(call: HostedCall): void;
  joined(call: HostedCall, startedAtMs: number): void;
  happened(call: HostedCall, events: readonly CallEvent[]): void;
  /** Stores the remaining events, the recording and then the end of the call. */
  ended(call: HostedCall, end: CallEnd): void;
  /** Stores the end of a call that another node hosts. */
  endElsewhere(callId: string, endedReason: string): Promise<void>;
  /** Moves a complete video recording to storage. Resolves also when that failed. */
  storeVideo(orgId: string, callId: string): Promise<void>;
}

export interface CallLedgerOptions {
  context: Pick<ServerContext, "db" | "blobs" | "log" | "now">;
  nodeId: string;
  spool: Spool;
  messages: ServerMessages;
  reports: CallReports;
  /** Aborted when the server stops waiting for its database. */
  signal: AbortSignal;
  /** The row was no longer queued: another node has ended the call. */
  onJoinRefused(callId: string): void;
  /** All writes of the call are done. */
  onClosed(call: HostedCall): void;
}

export function createCallLedger(options: CallLedgerOptions): CallLedger {
  const { context, nodeId, spool, messages, reports, signal, onJoinRefused, onClosed } = options;
  const { db, blobs, log, now } = context;
  const events = createEventWriter({ append, log, signal });

  async function append(batch: readonly OwnedEvent[]): Promise<void> {
    await db.transaction(async (tx) => messages.happened(tx, await appendOwnEvents(tx, nodeId, batch)));
    messages.wake();
  }

  /** `reportAt`: when the call may be analyzed. The node that hosts a call may store its end after another node did. */
  async function storeEnd(callId: string, ending: CallEnding, reportAt = now()): Promise<void> {
    await db.transaction(async (tx) => {
      await markEnded(tx, callId, ending, now());
      await settleCall(tx, callId, now());
      await reports.callEnded(tx, callId, reportAt);
    });
    reports.wake();
  }

  function write(call: HostedCall, what: string, statement: () => Promise<void>): void {
    call.writes = call.writes
      .then(() => whileDatabaseIsAway(statement, signal))
      .catch((error: unknown) => log.error({ callId: call.callId, err: loggableCause(error) }, `${what} could not be stored`));
  }

  async function storeRecording({ callId, orgId, isRecorded }: HostedCall, end: CallEnd): Promise<void> {
    if (!isRecorded) return;
    if (!end.hasRecording) return spool.discard(nodeId, callId, "sound");
    await storeFile(orgId, callId, "sound");
  }

  async function storeFile(orgId: string, callId: string, kind: RecordingKind): Promise<void> {
    const key = recordingBlobKey(orgId, callId, kind);
    // An earlier attempt may have stored the file.
    if ((await blobs.stat(key)) === null) {
      const file = spool.recordingPath(nodeId, callId, kind);
      // A killed host leaves a header that counts less sound than the file holds.
      if (kind === "sound") await repairWav(file);
      else
        await makeSeekable(file, { signal }).catch((err: unknown) =>
          log.warn({ callId, err }, "a video recording plays, but without a length"),
        );
      await blobs.putFile(key, file);
    }
    const sizeBytes = (await blobs.stat(key))?.sizeBytes ?? 0;
    if (await setRecording(db, callId, { kind, key, sizeBytes }, now())) return;
    const row = await findCallRow(db, callId);
    // The call was deleted, so nothing refers to its recording.
    if (!row || recordingKeyOf(row, kind) !== key) await blobs.delete(key);
  }

  return {
    ringing(call) {
      const at = now();
      write(call, "that a phone rings", () => markRinging(db, call.callId, at));
    },

    joined(call, startedAtMs) {
      write(call, "that a call was joined", async () => {
        if (!(await markJoined(db, call.callId, new Date(startedAtMs), now()))) onJoinRefused(call.callId);
      });
    },

    happened(call, batch) {
      events.add(call.callId, call.orgId, batch);
    },

    ended(call, end) {
      const { callId } = call;
      const ending = { endedAt: new Date(end.endedAtMs), endedReason: end.endedReason, endedMessage: end.message ?? null };
      write(call, "events of a call", () => events.flush());
      write(call, "the recording of a call", () => storeRecording(call, end));
      write(call, "the end of a call", () => storeEnd(callId, ending));
      void call.writes.then(() => {
        events.forget(callId);
        onClosed(call);
      });
    },

    endElsewhere(callId, endedReason) {
      // By then its node has stored the last events, or is gone.
      return storeEnd(callId, { endedAt: now(), endedReason }, new Date(now().getTime() + CALL_LEASE_MS));
    },

    storeVideo(orgId, callId) {
      return whileDatabaseIsAway(() => storeFile(orgId, callId, "video"), signal).catch((error: unknown) =>
        log.error({ callId, err: loggableCause(error) }, "the video recording of a call could not be stored"),
      );
    },
  };
}
