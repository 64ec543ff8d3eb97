import {
  ENDED_REASONS,
  JOIN_TIMEOUT_MS,
  NOBODY_JOINED,
  PHONE_UNANSWERED,
  VIDEO_RECORDING_START_WAIT_MS,
} from "@callwright/contract";
import type { CallScope } from "./call-scope.ts";
import { extensionOf, isPhoneCall, ringMsOf } from "./call-spec.ts";
import type { CallerLink } from "./caller-link.ts";

type Part = "caller" | "app channel" | "extension" | "transcriber";

export interface CallStartSteps {
  /** Caller and assistant can hear each other. Called once. */
  onReady(): void;
  /** The assistant may speak. Called once, after `speakAfter`. */
  onSpeak(): void;
}

/** From the connection to the first word. Channels open and the transcriber starts within seconds. */
const TALKING_TIMEOUT_MS = 30_000;

const RING_SLACK_MS = 10_000;

/** Waits for the parts of a call that begins, and then for the page's video recording, which would miss the first words. */
export class CallStart {
  readonly #scope: Pick<CallScope, "end" | "spec">;
  readonly #link: Pick<CallerLink, "transport">;
  readonly #steps: CallStartSteps;
  readonly #missing: Set<Part>;
  #isReady = false;
  #timer: NodeJS.Timeout;
  /** Runs while the first message waits for the video recording. */
  #videoTimer: NodeJS.Timeout | undefined;

  constructor(scope: Pick<CallScope, "end" | "spec">, link: Pick<CallerLink, "transport">, steps: CallStartSteps) {
    this.#scope = scope;
    this.#link = link;
    this.#steps = steps;
    this.#missing = new Set<Part>(["caller", "transcriber"]);
    if (!isPhoneCall(scope.spec)) this.#missing.add("app channel");
    // Keys are pressed before caller and assistant can hear each other.
    if (extensionOf(scope.spec) !== undefined) this.#missing.add("extension");
    // The telephone line reports that nobody answers.
    const waitMs = Math.max(JOIN_TIMEOUT_MS, (ringMsOf(scope.spec) ?? 0) + RING_SLACK_MS);
    const message = isPhoneCall(scope.spec) ? PHONE_UNANSWERED.noAnswer : NOBODY_JOINED;
    this.#timer = setTimeout(() => scope.end(ENDED_REASONS.customerDidNotAnswer, message), waitMs);
  }

  /** The caller is connected, and the call's clock starts. */
  joined(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#scope.end(ENDED_REASONS.transportNeverConnected), TALKING_TIMEOUT_MS);
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
    if (this.#isReady || this.#missing.size > 0 || !this.#link.transport) return;
    this.#isReady = true;
    clearTimeout(this.#timer);
    this.#steps.onReady();
  }

  /** The wait for the recording is bounded: a page may be unable to record. */
  speakAfter({ isVideoRecorded }: { isVideoRecorded: boolean }): void {
    if (isVideoRecorded) this.#videoTimer = setTimeout(() => this.videoStarted(), VIDEO_RECORDING_START_WAIT_MS);
    else this.#steps.onSpeak();
  }

  videoStarted(): void {
    if (!this.#videoTimer) return;
    clearTimeout(this.#videoTimer);
    this.#videoTimer = undefined;
    this.#steps.onSpeak();
  }

  stop(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#videoTimer);
  }
}
