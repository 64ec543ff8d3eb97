import { open } from "node:fs/promises";
import {
  PlatformError,
  VIDEO_BITS_PER_SECOND,
  VIDEO_RECORDING_GRACE_MS,
  VIDEO_RECORDING_MAX_BYTES,
  VIDEO_SOUND_BITS_PER_SECOND,
} from "@callwright/contract";

/**
 * The video recording of a call that this node hosts. The caller's page sends it in pieces, which end up in one file of the spool.
 *
 * ```
 *   expected ── first piece ──▶ growing ── last piece ────────────────────────────────▶ closed, the file is handed over
 *       │                          └─ call ended, no piece for 30 s; or ended 2 min ago ─▲
 *       └─ call ended, no piece for 30 s ──▶ closed, there is no file
 *
 *   closed ── 30 s ──▶ forgotten: a piece whose answer was lost comes again, and is not refused
 * ```
 * A page whose call has ended still sends what it had recorded: that is why the end of the call is not the end of its recording.
 * When the node dies, `recover-calls.ts` hands over what there is.
 */
export interface VideoRecordings {
  /** The call's page will send a recording, into the file `path`. */
  expect(call: { callId: string; orgId: string }, path: string): void;
  /**
   * Adds piece `index` (from 0). One that is there already changes nothing. `read` is asked for its bytes when it is expected, and one
   * piece of a call at a time: what a node keeps in memory does not grow with what is sent to it.
   * Fails with `recording-closed`, `recording-chunk-missing`, `recording-full`, `recording-busy` or `rate-limited`, or as `read` does.
   */
  append(callId: string, index: number, read: () => Promise<Uint8Array>, isLast: boolean): Promise<void>;
  /** No call, or one without a place: nothing will come. */
  forget(callId: string): void;
  callEnded(callId: string): void;
  /** Closes the recordings whose rest nobody waits for any longer. */
  tick(): void;
  /** Closes all. Resolves when all that was handed over, also before, is done with. */
  close(): Promise<void>;
}

export interface VideoRecordingsOptions {
  now: () => Date;
  /**
   * The file of this call is complete. Not called for a call that sent nothing. One at a time; what waits for a piece to be written, or
   * for a tick, does not wait for this. Never rejects.
   */
  onClosed(orgId: string, callId: string): Promise<void>;
}

interface Recording {
  orgId: string;
  path: string;
  openedAtMs: number;
  lastPieceAtMs: number;
  callEndedAtMs: number | undefined;
  pieces: number;
  sizeBytes: number;
  /** Is a piece being read or written? */
  isBusy: boolean;
  /** Writes, one after the other. */
  work: Promise<void>;
  closedAtMs: number | undefined;
}

/** A page that caught up after an interruption sends faster than it records; four times as fast, and this much at once, is no attack. */
const MAX_BYTES_PER_SECOND = (4 * (VIDEO_BITS_PER_SECOND + VIDEO_SOUND_BITS_PER_SECOND)) / 8;
const BURST_BYTES = 32 * 1024 * 1024;
const BUSY_RETRY_SECONDS = 1;
/** However much still comes: a page keeps 64 MB at most that are not sent yet, which a slow uplink (5 Mbit/s) carries in this time. */
const AFTER_CALL_MAX_MS = 120_000;

export function createVideoRecordings({ now, onClosed }: VideoRecordingsOptions): VideoRecordings {
  const recordings = new Map<string, Recording>();
  let handedOver = Promise.resolve();
  const nowMs = () => now().getTime();

  /** After everything that was begun before. A failure is the caller's; the next one starts afresh. */
  function inTurn(recording: Recording, work: () => Promise<void>): Promise<void> {
    const done = recording.work.then(work);
    recording.work = done.catch(() => {});
    return done;
  }

  async function write(recording: Recording, index: number, bytes: Uint8Array): Promise<void> {
    refuseUnexpected(recording, index);
    if (index < recording.pieces) return;
    refuseTooMuch(recording, recording.sizeBytes + bytes.byteLength, nowMs());
    if (bytes.byteLength > 0) await writeAt(recording.path, bytes, recording.sizeBytes);
    recording.sizeBytes += bytes.byteLength;
    recording.pieces += 1;
    recording.lastPieceAtMs = nowMs();
  }

  function finish(callId: string, recording: Recording): void {
    if (recording.closedAtMs !== undefined) return;
    recording.closedAtMs = nowMs();
    if (recording.sizeBytes > 0) handedOver = handedOver.then(() => onClosed(recording.orgId, callId));
  }

  /** When the writes that were begun are over. */
  function finishInTurn(callId: string, recording: Recording): Promise<void> {
    return inTurn(recording, async () => finish(callId, recording));
  }

  return {
    expect({ callId, orgId }, path) {
      const openedAtMs = nowMs();
      const fresh = {
        pieces: 0,
        sizeBytes: 0,
        callEndedAtMs: undefined,
        closedAtMs: undefined,
        isBusy: false,
        work: Promise.resolve(),
      };
      recordings.set(callId, { ...fresh, orgId, path, openedAtMs, lastPieceAtMs: openedAtMs });
    },

    async append(callId, index, read, isLast) {
      const recording = recordings.get(callId);
      if (!recording) throw new PlatformError("recording-closed");
      refuseUnexpected(recording, index);
      if (recording.isBusy) throw busy();
      recording.isBusy = true;
      try {
        const bytes = await read();
        await inTurn(recording, async () => {
          await write(recording, index, bytes);
          if (isLast) finish(callId, recording);
        });
      } finally {
        recording.isBusy = false;
      }
    },

    forget(callId) {
      recordings.delete(callId);
    },

    callEnded(callId) {
      const recording = recordings.get(callId);
      if (recording) recording.callEndedAtMs = nowMs();
    },

    tick() {
      for (const [callId, recording] of recordings) {
        const { closedAtMs } = recording;
        if (closedAtMs === undefined && isOver(recording, nowMs())) void finishInTurn(callId, recording);
        if (closedAtMs !== undefined && nowMs() - closedAtMs >= VIDEO_RECORDING_GRACE_MS) recordings.delete(callId);
      }
    },

    async close() {
      await Promise.all([...recordings].map(([callId, recording]) => finishInTurn(callId, recording)));
      await handedOver;
    },
  };
}

function refuseUnexpected({ pieces, closedAtMs }: Recording, index: number): void {
  if (index < pieces) return;
  if (closedAtMs !== undefined) throw new PlatformError("recording-closed");
  if (index > pieces) throw new PlatformError("recording-chunk-missing", { expected: pieces });
}

function busy(): PlatformError {
  return new PlatformError(
    "recording-busy",
    { retryAfterSeconds: BUSY_RETRY_SECONDS },
    { retryAfterSeconds: BUSY_RETRY_SECONDS },
  );
}

/** Nobody waits for the rest. */
function isOver({ callEndedAtMs, lastPieceAtMs }: Recording, nowMs: number): boolean {
  if (callEndedAtMs === undefined) return false;
  const silentSinceMs = Math.max(callEndedAtMs, lastPieceAtMs);
  return nowMs - silentSinceMs >= VIDEO_RECORDING_GRACE_MS || nowMs - callEndedAtMs >= AFTER_CALL_MAX_MS;
}

/** What a recording may hold grows with its call, and no further. */
function refuseTooMuch({ openedAtMs, callEndedAtMs }: Recording, sizeBytes: number, nowMs: number): void {
  const lastsMs = (callEndedAtMs ?? nowMs) - openedAtMs;
  const allowedBytes = BURST_BYTES + (lastsMs / 1000) * MAX_BYTES_PER_SECOND;
  const maxBytes = callEndedAtMs === undefined ? VIDEO_RECORDING_MAX_BYTES : Math.min(VIDEO_RECORDING_MAX_BYTES, allowedBytes);
  if (sizeBytes > maxBytes) throw new PlatformError("recording-full", { maxBytes: Math.floor(maxBytes) });
  if (sizeBytes <= allowedBytes) return;
  const retryAfterSeconds = Math.ceil((sizeBytes - allowedBytes) / MAX_BYTES_PER_SECOND);
  const limit = MAX_BYTES_PER_SECOND * 60;
  throw new PlatformError(
    "rate-limited",
    { limit, what: "bytes of video", scope: "for this call", retryAfterSeconds },
    { retryAfterSeconds },
  );
}

/** Bytes at a place, so that a piece whose writing failed halfway can be sent again. */
async function writeAt(path: string, bytes: Uint8Array, position: number): Promise<void> {
  const file = await open(path, position === 0 ? "w" : "r+", 0o600);
  try {
    await file.write(bytes, 0, bytes.byteLength, position);
  } finally {
    await file.close();
  }
}
