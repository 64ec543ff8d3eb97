import type { CallEvent } from "@callwright/contract";
import type { CallEnd } from "@callwright/engine";
import { type RecordingKind, recordingBlobKey } from "../blobs/blob-key.ts";
import { loggableCause, whileDatabaseIsAway } from "../db/database-retry.ts";
import type { ServerContext } from "../server-context.ts";
import { createEventWriter } from "./event-writer.ts";
import type { HostedCall } from "./hosted-call.ts";
import { appendEvents, markEnded, markJoined, setRecording } from "./lifecycle-store.ts";
import { repairWav } from "./repair-wav.ts";
import { makeSeekable } from "./seekable-webm.ts";
import type { Spool } from "./spool.ts";

/** Writes down what happens in the calls of this node. Writes of one call are done one after the other, and wait while the database is away. */
export interface CallLedger {
  joined(call: HostedCall, startedAtMs: number): void;
  happened(call: HostedCall, events: readonly CallEvent[]): void;
  /** Everything there is to store of the call: its events, its recording, and then that it has ended. */
  ended(call: HostedCall, end: CallEnd): void;
  /** The file of a video recording is complete. Resolves when it is stored, or could not be. */
  filmed(orgId: string, callId: string): Promise<void>;
}

export interface CallLedgerOptions {
  context: Pick<ServerContext, "db" | "blobs" | "log" | "now">;
  nodeId: string;
  spool: Spool;
  /** Aborted when the server gives up waiting for its database. */
  signal: AbortSignal;
  /** The row was no longer queued: another node has ended the call. */
  onJoinRefused(callId: string): void;
  /** Nothing more is written of the call. */
  onClosed(call: HostedCall): void;
}

export function createCallLedger({ context, nodeId, spool, signal, onJoinRefused, onClosed }: CallLedgerOptions): CallLedger {
  const { db, blobs, log, now } = context;
  const events = createEventWriter({ append: (batch) => appendEvents(db, batch), log, signal });

  function write(call: HostedCall, what: string, statement: () => Promise<void>): void {
    call.writes = call.writes
      .then(() => whileDatabaseIsAway(statement, signal))
      .catch((error: unknown) => log.error({ callId: call.callId, err: loggableCause(error) }, `${what} could not be stored`));
  }

  async function storeRecording({ callId, orgId, isRecorded }: HostedCall, end: CallEnd): Promise<void> {
    if (!isRecorded) return;
    if (!end.hasRecording) return spool.discard(nodeId, callId, "sound");
    await bringHome(orgId, callId, "sound");
  }

  async function bringHome(orgId: string, callId: string, kind: RecordingKind): Promise<void> {
    const key = recordingBlobKey(orgId, callId, kind);
    // It is there already when this is another attempt.
    if ((await blobs.stat(key)) === null) {
      const file = spool.recordingPath(nodeId, callId, kind);
      // A host that was killed has written sound of which its header does not tell yet.
      if (kind === "sound") await repairWav(file);
      else
        await makeSeekable(file, { signal }).catch((err: unknown) =>
          log.warn({ callId, err }, "a video recording plays, but without a length"),
        );
      await blobs.putFile(key, file);
    }
    await setRecording(db, callId, kind, key, now());
  }

  return {
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
      write(call, "the end of a call", async () => void (await markEnded(db, callId, ending, now())));
      void call.writes.then(() => {
        events.forget(callId);
        onClosed(call);
      });
    },

    filmed(orgId, callId) {
      return whileDatabaseIsAway(() => bringHome(orgId, callId, "video"), signal).catch((error: unknown) =>
        log.error({ callId, err: loggableCause(error) }, "the video recording of a call could not be stored"),
      );
    },
  };
}
