import { open } from "node:fs/promises";
import {
  PlatformError,
  VIDEO_BITS_PER_SECOND,
  VIDEO_CHUNK_MAX_BYTES,
  VIDEO_RECORDING_GRACE_MS,
  VIDEO_RECORDING_MAX_BYTES,
  VIDEO_SOUND_BITS_PER_SECOND,
} from "@callwright/contract";

export interface VideoRecordingsOptions {
  now: () => Date;
  /**
   * The file of this call is complete. Not called without a file. Runs one at a time; writes and ticks do not wait for it. Never rejects.
   */
  onClosed(orgId: string, callId: string): Promise<void>;
  /** Limit and current size of an organization's recordings. */
  orgMaxBytes: number;
  storedBytes(orgId: string): Promise<number>;
}

interface Recording {
  orgId: string;
  path: string;
  joinedAtMs: number | undefined;
  /** Bytes that the organization had stored at the start of the recording. */
  storedBytes: number;
  lastPieceAtMs: number;
  callEndedAtMs: number | undefined;
  pieces: number;
  sizeBytes: number;
  /** The first bytes of the file, up to `HEAD_BYTES`. */
  head: Buffer;
  /** Is a piece being read or written? */
  isBusy: boolean;
  /** Writes, which run one after the other. */
  work: Promise<void>;
  closedAtMs: number | undefined;
}

/** After an interruption, a page sends faster than it records. The limit is four times that rate, plus this much at once. */
const MAX_BYTES_PER_SECOND = (4 * (VIDEO_BITS_PER_SECOND + VIDEO_SOUND_BITS_PER_SECOND)) / 8;
const BURST_BYTES = VIDEO_CHUNK_MAX_BYTES;
/** How a WebM file begins: the EBML header's id, and within the head the document type. */
const EBML_ID = Buffer.from([0x1a, 0x45, 0xdf, 0xa3]);
const HEAD_BYTES = 64;
/** Longest wait after the end. A page keeps at most 64 MB unsent, which a slow uplink (5 Mbit/s) carries in this time. */
const AFTER_CALL_MAX_MS = 120_000;

/**
 * The video recording of a call that this node hosts. The caller's page sends pieces, which are appended to one file in the spool.
 *
 * ```
 *   expected ── joined ──▶ running ── first piece ──▶ growing ── last piece ────────────────────────────────▶ closed, the file is handed over
 *       │                     │                          └─ call ended, no piece for 30 s; or ended 2 min ago ─▲
 *       │                     └─ call ended, no piece for 30 s ──▶ closed, there is no file
 *       └─ call ended ──▶ forgotten
 *
 *   closed ── 30 s ──▶ forgotten: a piece that is repeated because its answer was lost is accepted
 * ```
 * After the end of the call its page still sends recorded pieces, so the recording stays open longer than the call.
 * When the node dies, `recover-calls.ts` moves the file to storage.
 */
export function createVideoRecordings({ now, onClosed, orgMaxBytes, storedBytes }: VideoRecordingsOptions) {
  const recordings = new Map<string, Recording>();
  let handedOver = Promise.resolve();
  const nowMs = () => now().getTime();

  /** Runs after all earlier tasks. A failure rejects only its own task. */
  function inTurn(recording: Recording, work: () => Promise<void>): Promise<void> {
    const done = recording.work.then(work);
    recording.work = done.catch(() => {});
    return done;
  }

  async function write(recording: Recording, index: number, bytes: Uint8Array): Promise<void> {
    refuseUnexpected(recording, index);
    if (index < recording.pieces) return;
    refuseTooMuch(recording, recording.sizeBytes + bytes.byteLength, nowMs());
    const head = Buffer.concat([recording.head, bytes.subarray(0, HEAD_BYTES - recording.head.length)]);
    requireWebm(head);
    if (recording.sizeBytes === 0 && bytes.byteLength > 0) recording.storedBytes = await storedBytes(recording.orgId);
    refuseOverQuota(recording, bytes.byteLength);
    if (bytes.byteLength > 0) await writeAt(recording.path, bytes, recording.sizeBytes);
    recording.head = head;
    recording.sizeBytes += bytes.byteLength;
    recording.pieces += 1;
    recording.lastPieceAtMs = nowMs();
  }

  /** Includes what other calls of the organization are recording. */
  function refuseOverQuota({ orgId, storedBytes }: Recording, moreBytes: number): void {
    const open = [...recordings.values()].filter((each) => each.orgId === orgId);
    const openBytes = open.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
    if (storedBytes + openBytes + moreBytes > orgMaxBytes)
      throw new PlatformError("recording-quota", { maxGigabytes: orgMaxBytes / 1e9 });
  }

  function finish(callId: string, recording: Recording): void {
    if (recording.closedAtMs !== undefined) return;
    recording.closedAtMs = nowMs();
    if (recording.sizeBytes > 0) handedOver = handedOver.then(() => onClosed(recording.orgId, callId));
  }

  /** Resolves when the started writes are done. */
  function finishInTurn(callId: string, recording: Recording): Promise<void> {
    return inTurn(recording, async () => finish(callId, recording));
  }

  return {
    /** The call's page will send a recording, into the file `path`. */
    expect({ callId, orgId }: { callId: string; orgId: string }, path: string) {
      const fresh = {
        joinedAtMs: undefined,
        storedBytes: 0,
        pieces: 0,
        sizeBytes: 0,
        head: Buffer.alloc(0),
        callEndedAtMs: undefined,
        closedAtMs: undefined,
        isBusy: false,
        work: Promise.resolve(),
      };
      recordings.set(callId, { ...fresh, orgId, path, lastPieceAtMs: nowMs() });
    },

    /**
     * Adds piece `index` (from 0). A repeated piece changes nothing. `read` is called only for the expected piece, and for one piece of a call at
     * a time, which bounds the memory of the node.
     * Fails with `recording-closed`, `recording-early`, `recording-chunk-missing`, `recording-full`, `recording-quota`, `recording-busy`,
     * `rate-limited` or `unsupported-media-type`, or as `read` does.
     */
    async append(callId: string, index: number, read: () => Promise<Uint8Array>, isLast: boolean) {
      const recording = recordings.get(callId);
      if (!recording) throw new PlatformError("recording-closed");
      if (recording.joinedAtMs === undefined) throw new PlatformError("recording-early", { retryAfterSeconds: 1 });
      refuseUnexpected(recording, index);
      if (recording.isBusy) throw new PlatformError("recording-busy", { retryAfterSeconds: 1 });
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

    /** The caller has joined; recording may begin. */
    joined(callId: string) {
      const recording = recordings.get(callId);
      if (recording) recording.joinedAtMs = nowMs();
    },

    /** The call was not placed; no recording will come. */
    forget(callId: string) {
      recordings.delete(callId);
    },

    callEnded(callId: string) {
      const recording = recordings.get(callId);
      if (recording?.joinedAtMs === undefined) recordings.delete(callId);
      else recording.callEndedAtMs = nowMs();
    },

    /** Closes recordings that are overdue. */
    tick() {
      for (const [callId, recording] of recordings) {
        const { closedAtMs } = recording;
        if (closedAtMs === undefined && isOver(recording, nowMs())) void finishInTurn(callId, recording);
        if (closedAtMs !== undefined && nowMs() - closedAtMs >= VIDEO_RECORDING_GRACE_MS) recordings.delete(callId);
      }
    },

    /** Closes all recordings. Resolves when every `onClosed`, earlier ones included, is done. */
    async close() {
      await Promise.all([...recordings].map(([callId, recording]) => finishInTurn(callId, recording)));
      await handedOver;
    },
  };
}

export type VideoRecordings = ReturnType<typeof createVideoRecordings>;

function refuseUnexpected({ pieces, closedAtMs }: Recording, index: number): void {
  if (index < pieces) return;
  if (closedAtMs !== undefined) throw new PlatformError("recording-closed");
  if (index > pieces) throw new PlatformError("recording-chunk-missing", { expected: pieces });
}

/** The first piece may be a single byte: on a slow machine, a browser cuts the recording after a second, even within the header. */
function requireWebm(head: Buffer): void {
  const beginsAsEbml = EBML_ID.subarray(0, head.length).equals(head.subarray(0, EBML_ID.length));
  if (!beginsAsEbml || (head.length === HEAD_BYTES && !head.includes("webm")))
    throw new PlatformError("unsupported-media-type", { expected: "pieces of a WebM file, the first with its EBML header" });
}

/** The recording is overdue. */
function isOver({ callEndedAtMs, lastPieceAtMs }: Recording, nowMs: number): boolean {
  if (callEndedAtMs === undefined) return false;
  const silentSinceMs = Math.max(callEndedAtMs, lastPieceAtMs);
  return nowMs - silentSinceMs >= VIDEO_RECORDING_GRACE_MS || nowMs - callEndedAtMs >= AFTER_CALL_MAX_MS;
}

/** The allowed size grows with the duration of the call. */
function refuseTooMuch({ joinedAtMs, callEndedAtMs }: Recording, sizeBytes: number, nowMs: number): void {
  const lastsMs = joinedAtMs === undefined ? 0 : (callEndedAtMs ?? nowMs) - joinedAtMs;
  const allowedBytes = BURST_BYTES + (lastsMs / 1000) * MAX_BYTES_PER_SECOND;
  const maxBytes = callEndedAtMs === undefined ? VIDEO_RECORDING_MAX_BYTES : Math.min(VIDEO_RECORDING_MAX_BYTES, allowedBytes);
  if (sizeBytes > maxBytes) throw new PlatformError("recording-full", { maxBytes: Math.floor(maxBytes) });
  if (sizeBytes <= allowedBytes) return;
  const retryAfterSeconds = Math.ceil((sizeBytes - allowedBytes) / MAX_BYTES_PER_SECOND);
  const limit = MAX_BYTES_PER_SECOND * 60;
  throw new PlatformError("rate-limited", { limit, what: "bytes of video", scope: "for this call", retryAfterSeconds });
}

/** Writes at a fixed position, so that a piece whose write failed can be sent again. */
async function writeAt(path: string, bytes: Uint8Array, position: number): Promise<void> {
  const file = await open(path, position === 0 ? "w" : "r+", 0o600);
  try {
    await file.write(bytes, 0, bytes.byteLength, position);
  } finally {
    await file.close();
  }
}
