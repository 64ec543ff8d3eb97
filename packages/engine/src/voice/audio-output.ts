import { USERDATA_TIMED_TRANSCRIPT, voice } from "@livekit/agents";
import type { AudioFrame } from "@livekit/rtc-node";
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from "./audio-format.ts";
import { SpokenText } from "./spoken-text.ts";

/** What of an utterance reached the caller. */
export class Utterance {
  /** Text so far, and when its words come in the utterance's own time. */
  readonly text = new SpokenText();
  /** Audio that has left, in milliseconds. */
  playedMs = 0;
  /** Where it went on after a pause, or began: its own time, and the call's. */
  #resumed: { playedMs: number; callMs: number }[] = [];

  get hasStarted(): boolean {
    return this.#resumed.length > 0;
  }

  /** The next 10 ms leave now. */
  play(callMs: number): void {
    const dueMs = this.callMsAt(this.playedMs);
    if (dueMs === undefined || callMs > dueMs) this.#resumed.push({ playedMs: this.playedMs, callMs });
    this.playedMs += FRAME_MS;
  }

  /** The last of it did not reach the caller after all. */
  takeBack(durationMs: number): void {
    this.playedMs -= durationMs;
    this.#resumed = this.#resumed.filter((anchor, index) => index === 0 || anchor.playedMs <= this.playedMs);
  }

  /** When a moment of the utterance was heard, on the call's clock. */
  callMsAt(playedMs: number): number | undefined {
    const resumed = this.#resumed.findLast((anchor) => anchor.playedMs <= playedMs) ?? this.#resumed[0];
    return resumed && resumed.callMs + playedMs - resumed.playedMs;
  }
}

export interface AudioOutputListener {
  /** The next 10 ms, at the pace of the media clock; always something, so that the far side hears a steady stream. */
  onFrame(pcm: Int16Array): void;
  onUtteranceStarted(utterance: Utterance): void;
  /** A passage began to play. */
  onPassage(utterance: Utterance): void;
  /** What was playing falls silent before its end, for a while or for good: once, until it goes on or another starts. */
  onHushed(): void;
  /** It goes on. */
  onResumed(): void;
  onUtteranceFinished(utterance: Utterance, interrupted: boolean): void;
}

/** On its way to the caller when sound is paused: a page that falls silent at once has not played it, so it is said again. */
const UNDERWAY_FRAMES = 200 / FRAME_MS;
const SILENCE = new Int16Array(FRAME_SAMPLES);

/**
 * The assistant's mouth: takes an utterance faster than real time, plays it in 10 ms steps.
 *
 * ```
 *   empty ── captureFrame ──▶ filled ── tick (not held) ──▶ playing ◀── resume ── paused
 *     ▲                          │                          │  │ └───── pause ──────▲ │
 *     └──── clearBuffer, or ─────┴──────────────────────────┘◀─┴─────────────────────┘
 *           the queue drained after flush
 * ```
 * An utterance that never started is finished as interrupted with nothing played.
 */
export class CallAudioOutput extends voice.AudioOutput {
  #listener: AudioOutputListener;
  #queue: Int16Array[] = [];
  /** Samples of the first queued chunk that have been played. */
  #offset = 0;
  #queuedSamples = 0;
  #utterance: Utterance | undefined;
  #announcedPassages = 0;
  /** What was played last. */
  #underway: Int16Array[] = [];
  #flushed = false;
  #paused = false;
  #hushed = false;
  #holds = new Set<object>();
  muted = false;

  constructor(listener: AudioOutputListener) {
    super(SAMPLE_RATE, undefined, { pause: true });
    this.#listener = listener;
  }

  override async captureFrame(frame: AudioFrame): Promise<void> {
    await super.captureFrame(frame);
    this.#utterance ??= new Utterance();
    const passages = frame.userdata[USERDATA_TIMED_TRANSCRIPT];
    if (Array.isArray(passages))
      for (const { text, startTime } of passages as voice.TimedString[])
        this.#utterance.text.addPassage(text, (startTime ?? 0) * 1000);
    this.#utterance.text.addAudio((frame.samplesPerChannel / SAMPLE_RATE) * 1000);
    this.#queue.push(frame.data);
    this.#queuedSamples += frame.data.length;
  }

  /** Nothing new starts while something holds; what plays goes on. Returns how to let go. */
  hold(): () => void {
    const key = {};
    this.#holds.add(key);
    return () => {
      this.#holds.delete(key);
    };
  }

  /** `callMs` is where the next 10 ms lie in the recording: after a stall many leave at once, and none of them was late. */
  tick(callMs: number): void {
    this.#listener.onFrame(this.#next(callMs));
  }

  #next(callMs: number): Int16Array {
    const utterance = this.#utterance;
    if (!utterance || this.#paused || (!utterance.hasStarted && this.#holds.size > 0)) return SILENCE;
    if (this.#queuedSamples < FRAME_SAMPLES && !this.#flushed) return SILENCE;
    const pcm = this.#take();
    this.#underway = [...this.#underway.slice(1 - UNDERWAY_FRAMES), pcm];
    const isFirst = !utterance.hasStarted;
    utterance.play(callMs);
    if (isFirst) {
      this.onPlaybackStarted(Date.now());
      this.#listener.onUtteranceStarted(utterance);
    } else if (this.#hushed) this.#listener.onResumed();
    this.#hushed = false;
    this.#announcePassage(utterance);
    if (this.#flushed && this.#queuedSamples === 0) this.#finish(false);
    return this.muted ? SILENCE : pcm;
  }

  #take(): Int16Array {
    const pcm = new Int16Array(FRAME_SAMPLES);
    let filled = 0;
    while (filled < FRAME_SAMPLES) {
      const [chunk] = this.#queue;
      if (!chunk) break;
      const part = chunk.subarray(this.#offset, this.#offset + FRAME_SAMPLES - filled);
      pcm.set(part, filled);
      filled += part.length;
      this.#offset += part.length;
      if (this.#offset < chunk.length) continue;
      this.#queue.shift();
      this.#offset = 0;
    }
    this.#queuedSamples -= filled;
    return pcm;
  }

  #announcePassage(utterance: Utterance): void {
    const begun = utterance.text.countBegunBy(utterance.playedMs);
    if (begun <= this.#announcedPassages) return;
    this.#announcedPassages = begun;
    this.#listener.onPassage(utterance);
  }

  #hush(): void {
    if (this.#hushed || !this.#utterance?.hasStarted) return;
    this.#hushed = true;
    this.#listener.onHushed();
  }

  /** Puts back what the caller will not hear. */
  #takeBack(): void {
    const underway = this.#underway.splice(0);
    const [chunk, ...rest] = this.#queue;
    this.#queue = chunk ? [...underway, chunk.subarray(this.#offset), ...rest] : underway;
    this.#offset = 0;
    this.#queuedSamples += underway.length * FRAME_SAMPLES;
    this.#utterance?.takeBack(underway.length * FRAME_MS);
  }

  #finish(interrupted: boolean): void {
    const utterance = this.#utterance;
    if (!utterance) return;
    this.#queue = [];
    this.#underway = [];
    this.#offset = 0;
    this.#queuedSamples = 0;
    this.#utterance = undefined;
    this.#announcedPassages = 0;
    this.#flushed = false;
    const heard = utterance.text.wordsUntil(utterance.playedMs);
    this.#listener.onUtteranceFinished(utterance, interrupted);
    this.onPlaybackFinished({
      playbackPosition: utterance.playedMs / 1000,
      interrupted,
      synchronizedTranscript: interrupted ? heard.map(({ text }) => text).join(" ") : utterance.text.text,
    });
  }

  override flush(): void {
    super.flush();
    if (!this.#utterance) return;
    this.#flushed = true;
    if (this.#queuedSamples === 0) this.#finish(false);
  }

  override clearBuffer(): void {
    this.#paused = false;
    if (!this.#utterance) return;
    super.flush();
    this.#hush();
    this.#finish(true);
  }

  /** The framework calls this with every frame of the caller's voice. */
  override pause(): void {
    super.pause();
    if (this.#paused) return;
    this.#paused = true;
    this.#hush();
    this.#takeBack();
  }

  override resume(): void {
    super.resume();
    this.#paused = false;
  }
}
