import { ENDED_REASONS, JOIN_TIMEOUT_MS, VIDEO_RECORDING_START_WAIT_MS } from "@callwright/contract";

type Part = "caller" | "app channel" | "extension" | "transcriber";

export interface CallStartOptions {
  /** The caller is at a telephone: there is no app channel. */
  isPhone: boolean;
  /** Keys are pressed before they can hear each other. */
  dialsExtension: boolean;
  /** How long the telephone rings, where that is longer than others wait. */
  ringMs?: number | undefined;
  /** Is there a connection to the caller right now? */
  isConnected(): boolean;
  /** Caller and assistant can hear each other. Once. */
  onReady(): void;
  /** The assistant may speak. Once, after `speakAfter`. */
  onSpeak(): void;
  /** A part is missing for too long. */
  onLate(endedReason: string): void;
}

/** From the connection to the first word. Channels open and the transcriber starts within seconds. */
const TALKING_TIMEOUT_MS = 30_000;

const RING_SLACK_MS = 10_000;

/** Waits for the parts of a call that begins, and then for the page's video recording, which would miss the first words. */
export class CallStart {
  readonly #options: CallStartOptions;
  readonly #missing: Set<Part>;
  #isReady = false;
  #timer: NodeJS.Timeout;
  /** Runs while the first message waits for the video recording. */
  #videoTimer: NodeJS.Timeout | undefined;

  constructor(options: CallStartOptions) {
    this.#options = options;
    this.#missing = new Set<Part>(["caller", "transcriber"]);
    if (!options.isPhone) this.#missing.add("app channel");
    if (options.dialsExtension) this.#missing.add("extension");
    // The line itself tells when nobody answers.
    const waitMs = Math.max(JOIN_TIMEOUT_MS, (options.ringMs ?? 0) + RING_SLACK_MS);
    this.#timer = setTimeout(() => options.onLate(ENDED_REASONS.customerDidNotAnswer), waitMs);
  }

  /** The caller is connected, and the call's clock starts. */
  joined(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#options.onLate(ENDED_REASONS.transportNeverConnected), TALKING_TIMEOUT_MS);
  }

  get hasAppChannel(): boolean {
    return !this.#missing.has("app channel");
  }

  /** The caller is on another connection, whose channels will open. */
  moved(): void {
    this.#missing.add("app channel");
  }

  has(part: Part): void {
    this.#missing.delete(part);
    if (this.#isReady || this.#missing.size > 0 || !this.#options.isConnected()) return;
    this.#isReady = true;
    clearTimeout(this.#timer);
    this.#options.onReady();
  }

  /** The wait for the recording is bounded: a page may be unable to record. */
  speakAfter({ isVideoRecorded }: { isVideoRecorded: boolean }): void {
    if (isVideoRecorded) this.#videoTimer = setTimeout(() => this.videoStarted(), VIDEO_RECORDING_START_WAIT_MS);
    else this.#options.onSpeak();
  }

  videoStarted(): void {
    if (!this.#videoTimer) return;
    clearTimeout(this.#videoTimer);
    this.#videoTimer = undefined;
    this.#options.onSpeak();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#videoTimer);
  }
}
