import { VIDEO_BITS_PER_SECOND, VIDEO_CHUNK_MEDIA_TYPE, VIDEO_CHUNK_MS, VIDEO_SOUND_BITS_PER_SECOND } from "@callwright/contract";
import { CallFailure } from "../call-failure.ts";
import { type CameraChoice, type OpenCamera, openCamera } from "./camera.ts";
import { type PieceOutcome, PieceUpload } from "./piece-upload.ts";
import { RecordedPicture } from "./recorded-picture.ts";
import type { RecordingEvent } from "./room-events.ts";
import type { RoomClock } from "./room-transport.ts";

export interface VideoRecordingContext {
  roomUrl: string;
  /** The sound of both sides. */
  sound: MediaStreamTrack;
  clock: RoomClock;
  onEvent(event: RecordingEvent, detail: Record<string, unknown>): void;
  onCameraError(failure: CallFailure): void;
}

/** VP8 first, because a page has time for it beside a call. */
const FORMATS = ["video/webm;codecs=vp8,opus", "video/webm;codecs=vp9,opus", "video/webm"];
const STATS_INTERVAL_MS = 5_000;
/** How long the end of a call waits for what is still to be sent. */
const FLUSH_MAX_MS = 5_000;

/**
 * The video recording of a call: the caller's camera and the sound of both sides, recorded by the page and sent to the room's server
 * while the call runs.
 *
 * ```
 *   idle ── start ──▶ recording ── stop ──▶ stopping ── last piece taken, or 5 s ──▶ over
 *                        └── recorder failed, server refuses ──▶ over, with recording-error
 * ```
 * A camera that is not there or not allowed leaves the dark background; the recording goes on. A page that is closed or dies loses the
 * last second, and what it could not send until then.
 */
export class VideoRecording {
  readonly #context: VideoRecordingContext;
  readonly #picture = new RecordedPicture();
  readonly #recorder: MediaRecorder;
  readonly #upload: PieceUpload;
  #camera: OpenCamera | undefined;
  #cameraChoices = 0;
  #cancelStats: () => void = () => undefined;
  #stopped: Promise<void> | undefined;

  /** Fails with `video-recording-unsupported` where the browser cannot record. */
  constructor(context: VideoRecordingContext) {
    this.#context = context;
    const { roomUrl, sound, clock } = context;
    this.#upload = new PieceUpload({
      send: (index, piece, isLast, signal) => sendPiece(roomUrl, index, piece, isLast, signal),
      schedule: clock.schedule,
      onFailed: (reason) =>
        this.#fail(
          reason === "refused" ? "The server accepts no more of the recording." : "The network is too slow for the recording.",
        ),
    });
    const mimeType = FORMATS.find((format) => globalThis.MediaRecorder?.isTypeSupported(format));
    if (!mimeType) {
      this.#picture.close();
      throw new CallFailure("video-recording-unsupported", "This browser cannot record video. The audio is recorded.");
    }
    this.#recorder = new MediaRecorder(new MediaStream([this.#picture.track, sound]), {
      mimeType,
      videoBitsPerSecond: VIDEO_BITS_PER_SECOND,
      audioBitsPerSecond: VIDEO_SOUND_BITS_PER_SECOND,
    });
    this.#recorder.addEventListener("dataavailable", ({ data }) => {
      // `stop` sends the last piece, with the mark that it is the last.
      if (!this.#stopped && data.size > 0) this.#upload.add(data);
    });
    this.#recorder.addEventListener("error", () => this.#fail("The browser stopped recording."));
  }

  /** Resolves when the recorder really runs. */
  async start(): Promise<void> {
    const running = new Promise<void>((resolve, reject) => {
      this.#recorder.addEventListener("start", () => resolve(), { once: true });
      this.#recorder.addEventListener("stop", () => reject(new Error("The call is over.")), { once: true });
      this.#recorder.addEventListener(
        "error",
        () => reject(new CallFailure("video-recording-failed", "The browser did not start recording.")),
        { once: true },
      );
    });
    this.#recorder.start(VIDEO_CHUNK_MS);
    await running;
    // Stopped while starting, so no event was emitted.
    if (this.#stopped !== undefined) throw new Error("The call is over.");
    this.#context.onEvent("recording-started", { type: "direct", layout: { preset: "default" } });
    this.#tellStats();
  }

  /** Shows another camera. If it cannot be opened, reports it and shows the background. */
  async showCamera(choice: CameraChoice): Promise<void> {
    this.#cameraChoices += 1;
    const attempt = this.#cameraChoices;
    const isCurrent = () => attempt === this.#cameraChoices && !this.#stopped;
    try {
      const opened = await openCamera(choice);
      if (!isCurrent()) return opened.close();
      this.#camera?.close();
      this.#camera = opened;
      this.#picture.show(opened.track);
      // Fires when the camera is unplugged or taken away, not on stop().
      opened.track.addEventListener("ended", () => {
        if (this.#camera === opened && !this.#stopped) this.#cameraLost();
      });
    } catch (error) {
      if (isCurrent() && error instanceof CallFailure) this.#context.onCameraError(error);
    }
  }

  /** Resolves when everything was sent, or 5 s are over. */
  stop(): Promise<void> {
    this.#stopped ??= this.#stop();
    return this.#stopped;
  }

  async #stop(): Promise<void> {
    const last = this.#lastPiece();
    this.#letGo();
    this.#context.onEvent("recording-stopped", { type: "direct" });
    const cancel = this.#context.clock.schedule(() => this.#upload.abandon(), FLUSH_MAX_MS);
    const isUploaded = await this.#upload.finish(await last);
    cancel();
    const { pieces, takenBytes } = this.#upload.progress;
    if (isUploaded) this.#context.onEvent("recording-upload-completed", { pieces, bytes: takenBytes });
  }

  #lastPiece(): Promise<Blob> {
    const recorder = this.#recorder;
    if (recorder.state === "inactive") return Promise.resolve(new Blob());
    return new Promise((resolve) => {
      recorder.addEventListener("dataavailable", ({ data }) => resolve(data), { once: true });
      recorder.stop();
    });
  }

  #letGo(): void {
    this.#cancelStats();
    this.#camera?.close();
    this.#camera = undefined;
    this.#picture.close();
  }

  #cameraLost(): void {
    this.#camera = undefined;
    this.#picture.show(undefined);
    this.#context.onCameraError(new CallFailure("camera-missing", "The camera was unplugged or is used by another app."));
  }

  #fail(message: string): void {
    if (this.#stopped !== undefined) return;
    this.#stopped = Promise.resolve();
    this.#upload.abandon();
    if (this.#recorder.state !== "inactive") this.#recorder.stop();
    this.#letGo();
    this.#context.onEvent("recording-error", { type: "direct", code: "video-recording-failed", errorMsg: message });
  }

  #tellStats(): void {
    this.#cancelStats = this.#context.clock.schedule(() => {
      this.#context.onEvent("recording-stats", { type: "direct", ...this.#upload.progress });
      this.#tellStats();
    }, STATS_INTERVAL_MS);
  }
}

/** A longer attempt is aborted and repeated, because a dead connection reports no error. */
const TRY_MAX_MS = 20_000;
/** Browsers finish a request of a page that is being closed up to this size (the Fetch standard's 64 KiB). */
const KEEPALIVE_MAX_BYTES = 60_000;
const TOO_MANY_REQUESTS = 429;

/** Send one piece of a video recording to a direct room. */
async function sendPiece(
  roomUrl: string,
  index: number,
  piece: Blob,
  isLast: boolean,
  signal: AbortSignal,
): Promise<PieceOutcome> {
  const url = new URL(roomUrl);
  url.pathname = `${url.pathname.replace(/\/$/, "")}/recording/${index}`;
  if (isLast) url.searchParams.set("last", "");
  const response = await fetch(url, {
    method: "PUT",
    headers: { "content-type": VIDEO_CHUNK_MEDIA_TYPE },
    body: piece,
    keepalive: piece.size <= KEEPALIVE_MAX_BYTES,
    signal: AbortSignal.any([signal, AbortSignal.timeout(TRY_MAX_MS)]),
  });
  if (response.ok) return "taken";
  return response.status >= 500 || response.status === TOO_MANY_REQUESTS ? "again" : "refused";
}
