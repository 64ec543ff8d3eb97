import type { CallEventPayload } from "@callwright/contract";
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";
import { levelOf } from "./level-of.ts";
import { type OpenedLine, openLine } from "./line/open-line.ts";
import type { MediaClock } from "./media-clock.ts";
import { type MediaTransport, OfferError, type TransportListener, type TransportStats } from "./media-transport.ts";
import type { PhoneScript, PhoneScriptStep } from "./phone-script.ts";
import { SoundQueue } from "./sound-queue.ts";

export interface ScriptedPhoneOptions {
  /** Read step by step, so steps can be added while it plays. */
  script: PhoneScript;
  clock: MediaClock;
  /** Speaks a text: 16 kHz mono. It is asked while the step before goes on, so that a pause between two texts has its length. */
  speak(said: SayStep): Promise<Int16Array>;
  /** Default: a good telephone. */
  line?: OpenedLine;
  /** A text was said, or was stopped. */
  onSaid?: (said: CallEventPayload<"line.said">) => void;
  listener: TransportListener;
}

type SayStep = Extract<PhoneScriptStep, { do: "say" }>;

interface TextAhead {
  /** Place of its step. */
  at: number;
  sound: Promise<Int16Array>;
  /** Its sound, once that is made. */
  ready?: Int16Array;
}

const SILENCE = new Int16Array(FRAME_SAMPLES);
/** Root mean square above which the agent speaks. The office behind it has at most 723. */
const SPEAKING_LEVEL = 900;
/** Longer pauses of the agent are no pauses between two words. */
const WORD_PAUSE_MS = 400;
/** Root mean square above which a text is heard: 18 dB below its speech. */
const AUDIBLE_LEVEL = 200;
const BEEP_AMPLITUDE = 9_000;
/** The agent's sound waits for the phone's next frame. More of it waits after a stall. */
const WAITING_SAMPLES = SAMPLE_RATE / 5;

/** The far end of a phone call that follows a script, then hangs up. */
export function openScriptedPhone(options: ScriptedPhoneOptions): MediaTransport {
  return new ScriptedPhone(options);
}

class ScriptedPhone implements MediaTransport {
  readonly maxTextBytes = 0;
  readonly bufferedBytes = 0;
  readonly #options: ScriptedPhoneOptions;
  readonly #listener: TransportListener;
  readonly #script: PhoneScript;
  readonly #line: OpenedLine;
  readonly #fromAgent = new SoundQueue(WAITING_SAMPLES);
  /** Place of the next step. */
  #next = 0;
  /** The next text that is said. */
  #ahead: TextAhead | undefined;
  readonly #stopClock: () => void;
  /** The current step; undefined before the first one. */
  #step: PhoneScriptStep | undefined;
  /** Frames since the call, and since the step began. */
  #callFrames = 0;
  #frames = 0;
  /** The sound of the step. Undefined while it is being made. */
  #sound: Int16Array | undefined;
  #quietFrames = 0;
  /** Frames since the agent began to speak, and since it was heard last. */
  #spokenFrames = 0;
  #pausedFrames = 0;
  #hasAgentSpoken = false;
  #isConnected = false;
  #isClosed = false;

  constructor(options: ScriptedPhoneOptions) {
    const { script, clock, line = openLine({}, 0), listener } = options;
    this.#options = options;
    this.#listener = listener;
    this.#script = script;
    this.#line = line;
    this.#stopClock = clock.start((frames) => {
      for (let frame = 0; frame < frames && !this.#isClosed; frame++) this.#tick();
    });
  }

  #tick(): void {
    if (!this.#isConnected) {
      this.#isConnected = true;
      this.#listener.onConnected();
    }
    const stop = this.#script.findLastIndex((step) => step.do === "stop");
    const isStopped = stop >= this.#next;
    if (isStopped) this.#next = stop + 1;
    this.#speakAhead();
    if (isStopped || this.#step === undefined || this.#isOver(this.#step)) {
      this.#reportSaid();
      this.#begin();
    }
    if (this.#isClosed) return;
    const frame = this.#sound?.subarray(this.#frames * FRAME_SAMPLES, (this.#frames + 1) * FRAME_SAMPLES) ?? SILENCE;
    // The clock of the step starts when its sound is ready.
    if (this.#sound !== undefined) this.#frames += 1;
    this.#callFrames += 1;
    const agent = this.#fromAgent.next() ?? SILENCE;
    this.#listener.onAudio(this.#line.push(frame.length === FRAME_SAMPLES ? frame : padded(frame), agent));
  }

  #speakAhead(): void {
    const at = this.#script.findIndex((step, place) => place >= this.#next && step.do === "say");
    const step = this.#script[at];
    if (step?.do !== "say" || this.#ahead?.at === at) return;
    const ahead: TextAhead = { at, sound: this.#options.speak(step) };
    this.#ahead = ahead;
    ahead.sound.then(
      (sound) => {
        ahead.ready = sound;
      },
      // Reported when the step begins.
      () => {},
    );
  }

  #isOver(step: PhoneScriptStep): boolean {
    const elapsedMs = this.#frames * FRAME_MS;
    switch (step.do) {
      case "wait":
        return elapsedMs >= step.ms;
      case "listen":
        return elapsedMs >= step.maxMs || (this.#hasAgentSpoken && this.#quietFrames * FRAME_MS >= step.quietMs);
      case "overhear":
        return elapsedMs >= step.maxMs || (this.#pausedFrames === 0 && this.#spokenFrames * FRAME_MS >= step.spokenMs);
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
    } else if (this.#step.do === "say") this.#speak();
    else if (this.#step.do === "beep") this.#sound = toneOf(this.#step.hz, this.#step.ms);
  }

  #speak(): void {
    this.#sound = this.#ahead?.ready;
    if (!this.#sound) void this.#awaitSound();
  }

  async #awaitSound(): Promise<void> {
    const next = this.#next;
    let sound: Int16Array | undefined;
    try {
      sound = await this.#ahead?.sound;
    } catch (cause) {
      this.#listener.onFault(cause);
    }
    // The step may have been stopped meanwhile.
    if (next === this.#next) this.#sound = sound ?? SILENCE;
  }

  /** Reports the text of the current step, as far as it was heard, to 10 ms. The call's clock starts with the phone. */
  #reportSaid(): void {
    const step = this.#step;
    if (step?.do !== "say" || !this.#sound) return;
    this.#step = undefined;
    const heard = audibleFrames(this.#sound.subarray(0, this.#frames * FRAME_SAMPLES));
    if (!heard) return;
    const startedAt = this.#callFrames - this.#frames;
    this.#options.onSaid?.({
      text: step.text,
      startedMs: (startedAt + heard.first) * FRAME_MS,
      endedMs: (startedAt + heard.last + 1) * FRAME_MS,
    });
  }

  sendAudio(pcm: Int16Array): void {
    this.#fromAgent.push(pcm);
    const isSpeaking = !this.#line.isDown && levelOf(pcm) > SPEAKING_LEVEL;
    this.#hasAgentSpoken ||= isSpeaking;
    this.#quietFrames = isSpeaking ? 0 : this.#quietFrames + 1;
    this.#pausedFrames = isSpeaking ? 0 : this.#pausedFrames + 1;
    const isWithinSpeech = isSpeaking || (this.#spokenFrames > 0 && this.#pausedFrames * FRAME_MS < WORD_PAUSE_MS);
    this.#spokenFrames = isWithinSpeech ? this.#spokenFrames + 1 : 0;
  }

  sendText(): boolean {
    return false;
  }

  async stats(): Promise<TransportStats> {
    return this.#line.stats;
  }

  async restart(): Promise<string> {
    throw new OfferError("offer", "cannot be restarted: a phone call has one connection.");
  }

  close(): void {
    this.#reportSaid();
    this.#isClosed = true;
    this.#stopClock();
  }
}

function audibleFrames(sound: Int16Array): { first: number; last: number } | undefined {
  const isAudible = Array.from(
    { length: Math.ceil(sound.length / FRAME_SAMPLES) },
    (_, at) => levelOf(sound.subarray(at * FRAME_SAMPLES, (at + 1) * FRAME_SAMPLES)) > AUDIBLE_LEVEL,
  );
  const first = isAudible.indexOf(true);
  return first === -1 ? undefined : { first, last: isAudible.lastIndexOf(true) };
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
