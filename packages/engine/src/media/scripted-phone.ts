import { FRAME_MS, FRAME_SAMPLES, PHONE_RATE, SAMPLE_RATE } from "./audio-format.ts";
import { levelOf } from "./level-of.ts";
import type { MediaClock } from "./media-clock.ts";
import { type MediaTransport, OfferError, type TransportListener, type TransportStats } from "./media-transport.ts";
import { throughMuLaw } from "./mu-law.ts";
import type { PhoneScript, PhoneScriptStep } from "./phone-script.ts";
import { RateFilter } from "./rate-filter.ts";

export interface ScriptedPhoneOptions {
  /** Read step by step, so steps can be added while it plays. */
  script: PhoneScript;
  clock: MediaClock;
  /** Speaks a text: 16 kHz mono. */
  speak(text: string): Promise<Int16Array>;
  listener: TransportListener;
}

const SILENCE = new Int16Array(FRAME_SAMPLES);
/** Root mean square above which the agent speaks. The office behind it has at most 723. */
const SPEAKING_LEVEL = 900;
const BEEP_AMPLITUDE = 9_000;

/** The far end of a phone call that follows a script, then hangs up. Its sound goes through 8 kHz µ-law, as a telephone's does. */
export function openScriptedPhone(options: ScriptedPhoneOptions): MediaTransport {
  return new ScriptedPhone(options);
}

class ScriptedPhone implements MediaTransport {
  readonly maxTextBytes = 0;
  readonly bufferedBytes = 0;
  readonly #listener: TransportListener;
  readonly #speak: (text: string) => Promise<Int16Array>;
  readonly #script: PhoneScript;
  /** Place of the next step. */
  #next = 0;
  readonly #down = new RateFilter(SAMPLE_RATE, PHONE_RATE);
  readonly #up = new RateFilter(PHONE_RATE, SAMPLE_RATE);
  readonly #stopClock: () => void;
  /** The current step; undefined before the first one. */
  #step: PhoneScriptStep | undefined;
  /** Frames since the step began. */
  #frames = 0;
  /** The sound of the step. Undefined while it is being made. */
  #sound: Int16Array | undefined;
  #quietFrames = 0;
  #hasAgentSpoken = false;
  #isConnected = false;
  #isClosed = false;

  constructor({ script, clock, speak, listener }: ScriptedPhoneOptions) {
    this.#listener = listener;
    this.#speak = speak;
    this.#script = script;
    this.#stopClock = clock.start((frames) => {
      for (let frame = 0; frame < frames && !this.#isClosed; frame++) this.#tick();
    });
  }

  #tick(): void {
    if (!this.#isConnected) {
      this.#isConnected = true;
      this.#listener.onConnected();
    }
    if (this.#step === undefined || this.#isOver(this.#step)) this.#begin();
    const frame = this.#sound?.subarray(this.#frames * FRAME_SAMPLES, (this.#frames + 1) * FRAME_SAMPLES) ?? SILENCE;
    // The clock of the step starts when its sound is ready.
    if (this.#sound !== undefined) this.#frames += 1;
    if (this.#isClosed) return;
    this.#listener.onAudio(this.#overThePhone(frame.length === FRAME_SAMPLES ? frame : padded(frame)));
  }

  #isOver(step: PhoneScriptStep): boolean {
    const elapsedMs = this.#frames * FRAME_MS;
    switch (step.do) {
      case "wait":
        return elapsedMs >= step.ms;
      case "listen":
        return elapsedMs >= step.maxMs || (this.#hasAgentSpoken && this.#quietFrames * FRAME_MS >= step.quietMs);
      case "hold":
        return this.#next < this.#script.length;
      default:
        return this.#sound !== undefined && this.#frames * FRAME_SAMPLES >= this.#sound.length;
    }
  }

  #begin(): void {
    this.#step = this.#script[this.#next++];
    this.#frames = 0;
    this.#sound = SILENCE;
    this.#hasAgentSpoken = false;
    this.#quietFrames = 0;
    if (this.#step === undefined) {
      this.close();
      this.#listener.onClosed("hung-up");
    } else if (this.#step.do === "say") void this.#prepare(this.#step.text);
    else if (this.#step.do === "beep") this.#sound = toneOf(this.#step.hz, this.#step.ms);
  }

  async #prepare(text: string): Promise<void> {
    this.#sound = undefined;
    try {
      this.#sound = await this.#speak(text);
    } catch (cause) {
      this.#sound = SILENCE;
      this.#listener.onFault(cause);
    }
  }

  #overThePhone(pcm: Int16Array): Int16Array {
    return this.#up.push(this.#down.push(pcm).map(throughMuLaw));
  }

  sendAudio(pcm: Int16Array): void {
    const isSpeaking = levelOf(pcm) > SPEAKING_LEVEL;
    this.#hasAgentSpoken ||= isSpeaking;
    this.#quietFrames = isSpeaking ? 0 : this.#quietFrames + 1;
  }

  sendText(): boolean {
    return false;
  }

  async stats(): Promise<TransportStats> {
    return { packetsReceived: 0, packetsLost: 0, concealedSamples: 0 };
  }

  async restart(): Promise<string> {
    throw new OfferError("offer", "cannot be restarted: a phone call has one connection.");
  }

  close(): void {
    this.#isClosed = true;
    this.#stopClock();
  }
}

function padded(frame: Int16Array): Int16Array {
  const whole = new Int16Array(FRAME_SAMPLES);
  whole.set(frame);
  return whole;
}

function toneOf(hz: number, ms: number): Int16Array {
  return Int16Array.from({ length: (SAMPLE_RATE * ms) / 1000 }, (_, index) =>
    Math.round(BEEP_AMPLITUDE * Math.sin((2 * Math.PI * hz * index) / SAMPLE_RATE)),
  );
}
