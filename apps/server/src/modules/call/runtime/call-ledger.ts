import { CALL_LEASE_MS, type CallEvent } from "@callwright/contract";
import type { CallEnd } from "@callwright/engine";
import { type RecordingKind, recordingBlobKey } from "../../../platform/blobs/blob-key.ts";
import { type CallRedactor, createCallRedactor } from "../../../platform/compliance/call-redactor.ts";
import { whileDatabaseIsAway } from "../../../platform/db/database-retry.ts";
import type { ServerContext } from "../../../platform/platform.ts";
import { settleCall } from "../../cost/settle-call.ts";
import type { ServerMessages } from "../../webhook/server-messages.ts";
import { type CallReports, nameRecording } from "./call-reports.ts";
import { createEventWriter, type OwnedEvent } from "./event-writer.ts";
import type { HostedCall } from "./hosted-call.ts";
import {
  appendOwnEvents,
  type CallEnding,
  findCallRow,
  markEnded,
  markForwarding,
  markJoined,
  markRinging,
  nameCall,
  recordingKeyOf,
  setConsent,
} from "./lifecycle-store.ts";
import { measureCall } from "./measure-call.ts";
import { type PrivateCall, type PrivateCalls, withoutWords } from "./private-calls.ts";
import { repairWav } from "./repair-wav.ts";
import { makeSeekable } from "./seekable-webm.ts";
import type { Spool } from "./spool.ts";

export interface CallLedgerOptions {
  context: Pick<ServerContext, "db" | "blobs" | "log" | "now" | "telemetry">;
  nodeId: string;
  spool: Spool;
  messages: ServerMessages;
  reports: CallReports;
  privateCalls: PrivateCalls;
  /** Aborted when the server stops waiting for its database. */
  signal: AbortSignal;
  /** The row was no longer queued: another node has ended the call. */
  onJoinRefused(callId: string): void;
  /** All writes of the call are done. */
  onClosed(call: HostedCall): void;
}

/** Stores events, recordings and ends of this node's calls. Writes of one call run one after the other, and wait while the database is unavailable. */
export function createCallLedger(options: CallLedgerOptions) {
  const { context, nodeId, spool, messages, reports, privateCalls, signal, onJoinRefused, onClosed } = options;
  const { db, blobs, log, now, telemetry } = context;
  const events = createEventWriter({ append, log, signal });
  const redactors = new Map<string, CallRedactor>();
  /** Ids of calls whose server messages are sent from memory. */
  const wordless = new Set<string>();
  const reporting = new Set<Promise<void>>();

  async function append(batch: readonly OwnedEvent[]): Promise<void> {
    await db.transaction(async (tx) => {
      const stored = await appendOwnEvents(tx, nodeId, batch);
      await messages.happened(
        tx,
        stored.filter(({ callId }) => !wordless.has(callId)),
      );
    });
    messages.wake();
  }

  function keep({ callId, orgId, privateCall }: HostedCall, batch: readonly CallEvent[]): void {
    if (!privateCall) {
      events.add(callId, orgId, batch);
      return;
    }
    wordless.add(callId);
    privateCall.events.push(...batch);
    events.add(callId, orgId, withoutWords(batch), { hasGaps: true });
    privateCalls.happened(privateCall, batch);
  }

  function redactorOf(call: HostedCall): CallRedactor | undefined {
    const { callId, redactedKinds } = call;
    if (!redactedKinds) return undefined;
    const redactor = redactors.get(callId) ?? createCallRedactor(redactedKinds, (batch) => keep(call, batch));
    redactors.set(callId, redactor);
    return redactor;
  }

  function report(privateCall: PrivateCall): void {
    const sent = privateCalls.ended(privateCall, signal).finally(() => reporting.delete(sent));
    reporting.add(sent);
  }

  /** `reportAt`: when the call may be analyzed. The hosting node may store its end after another node did. */
  async function storeEnd(callId: string, ending: CallEnding, reportAt = now()): Promise<void> {
    const measure = await db.transaction(async (tx) => {
      const isFirst = await markEnded(tx, callId, ending, now());
      // The host returned the call in the meantime.
      if (!isFirst && (await findCallRow(tx, callId))?.status === "scheduled") return undefined;
      await settleCall(tx, callId, now());
      const measured = await measureCall(tx, callId);
      await reports.callEnded(tx, callId, reportAt);
      return isFirst ? measured : undefined;
    });
    reports.wake();
    if (measure) telemetry.callEnded({ callId, endedReason: ending.endedReason, measure });
  }

  function write(call: HostedCall, what: string, statement: () => Promise<void>): void {
    call.writes = call.writes
      .then(() => whileDatabaseIsAway(statement, signal))
      .catch((err: unknown) => log.error({ callId: call.callId, err }, `${what} could not be stored`));
  }

  /** The telephone that the call is transferred to rings. A transfer that fails, which is an event, ends it. */
  function forwarding(call: HostedCall, destination: object | undefined): void {
    const at = now();
    write(call, "that a call is transferred", () => markForwarding(db, call.callId, destination, at));
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
        await makeSeekable(orgId, file, { signal }).catch((err: unknown) =>
          log.warn({ callId, err }, "a video recording plays, but without a length"),
        );
      await blobs.putFile(key, file);
    }
    if (await nameRecording({ ...context, reports }, callId, kind, key)) return;
    const row = await findCallRow(db, callId);
    // The call was deleted, so nothing refers to its recording.
    if (!row || recordingKeyOf(row, kind) !== key) await blobs.delete(key);
  }

  return {
    ringing(call: HostedCall) {
      const at = now();
      write(call, "that a phone rings", () => markRinging(db, call.callId, at));
    },

    /** `carrierId`: what a carrier knows the call by. */
    named(call: HostedCall, carrierId: string) {
      write(call, "a carrier's id of a call", () => nameCall(db, call.callId, carrierId, now()));
    },

    forwarding,

    joined(call: HostedCall, startedAtMs: number) {
      write(call, "that a call was joined", async () => {
        if (!(await markJoined(db, call.callId, new Date(startedAtMs), now()))) onJoinRefused(call.callId);
      });
    },

    happened(call: HostedCall, batch: readonly CallEvent[]) {
      call.onEvents?.(batch);
      for (const event of batch)
        if (event.type === "keys.sent") call.leg?.sendKeys?.(event.payload.keys);
        else if (event.type === "transfer" && event.payload.state === "failed") forwarding(call, undefined);
        else if (event.type === "recording.consent")
          write(call, "the consent to a recording", () => setConsent(db, call.callId, event.payload, now()));
      const redactor = redactorOf(call);
      if (redactor) redactor.add(batch);
      else keep(call, batch);
    },

    /** Resolves when the reports of private calls that have ended are sent. */
    async reported() {
      await Promise.all(reporting);
    },

    /** Stores the remaining events, the recording and then the end of the call. */
    ended(call: HostedCall, end: CallEnd) {
      const { callId, privateCall } = call;
      redactors.get(callId)?.flush();
      redactors.delete(callId);
      const endedMessage = privateCall ? null : (end.message ?? null);
      const ending = { endedAt: new Date(end.endedAtMs), endedReason: end.endedReason, endedMessage };
      write(call, "events of a call", () => events.flush());
      write(call, "the recording of a call", () => storeRecording(call, end));
      write(call, "the end of a call", () => storeEnd(callId, ending));
      void call.writes.then(() => {
        events.forget(callId);
        wordless.delete(callId);
        if (privateCall) report(privateCall);
        onClosed(call);
      });
    },

    /** Stores the end of a call that another node hosts. */
    endElsewhere(callId: string, endedReason: string) {
      // By now, its node has stored the last events, or is dead.
      return storeEnd(callId, { endedAt: now(), endedReason }, new Date(now().getTime() + CALL_LEASE_MS));
    },

    /** Moves a complete video recording to storage. Resolves also when that failed. */
    storeVideo(orgId: string, callId: string) {
      return whileDatabaseIsAway(() => storeFile(orgId, callId, "video"), signal).catch((err: unknown) =>
        log.error({ callId, err }, "the video recording of a call could not be stored"),
      );
    },
  };
}

export type CallLedger = ReturnType<typeof createCallLedger>;
