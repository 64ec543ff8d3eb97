import { USERDATA_TIMED_TRANSCRIPT, voice } from "@livekit/agents";
import type { AudioFrame } from "@livekit/rtc-node";
import { FRAME_MS, FRAME_SAMPLES, SAMPLE_RATE } from "../media/audio-format.ts";
import { SoundQueue } from "../media/sound-queue.ts";
import { isSectionEnd } from "./section-mark.ts";
import { SpokenText } from "./spoken-text.ts";

/** How much of an utterance reached the caller. */
export class Utterance {
  /** Text so far, and the times of its words in the utterance. */
  readonly text = new SpokenText();
  /** Played audio, in milliseconds. */
  playedMs = 0;
  /** Sections whose sound is complete: the end of each, and the number of passages up to there. */
  readonly sectionEnds: { playedMs: number; passages: number }[] = [];
  /** Start of the utterance and its continuations after pauses, in its own time and the call's. */
  #resumed: { playedMs: number; callMs: number }[] = [];

  get hasStarted(): boolean {
    return this.#resumed.length > 0;
  }

  /** The next 10 ms leave at `callMs`. */
  play(callMs: number): void {
    const dueMs = this.callMsAt(this.playedMs);
    if (dueMs === undefined || callMs > dueMs) this.#resumed.push({ playedMs: this.playedMs, callMs });
    this.playedMs += FRAME_MS;
  }

  /** The last `durationMs` did not reach the caller. */
  rewind(durationMs: number): void {
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
  /** The next 10 ms, at the pace of the media clock; silence included, so that the caller receives a steady stream. */
  onFrame(pcm: Int16Array): void;
  /** The first sound of the utterance, or of its next section, is played. */
  onSectionStarted(utterance: Utterance): void;
  /** The sound of a section was played; the next one may take long. */
  onSectionFinished(utterance: Utterance, index: number): void;
  /** A passage began to play. */
  onPassage(utterance: Utterance): void;
  /** The utterance stops before its end. Called once until it resumes or another utterance starts. */
  onPaused(): void;
  /** The paused utterance continues. */
  onResumed(): void;
  onUtteranceFinished(utterance: Utterance, interrupted: boolean): void;
}

/** Sound on its way to the caller at a pause. A page that goes silent at once has not played it, so it is repeated. */
const UNDERWAY_FRAMES = 200 / FRAME_MS;
const SILENCE = new Int16Array(FRAME_SAMPLES);

/**
 * Takes an utterance faster than real time, and plays it in 10 ms steps.
 *
 * ```
 *   empty ── captureFrame ──▶ filled ── tick (not held) ──▶ playing ◀── resume ── paused
 *     ▲                          │                          │  │ └───── pause ──────▲ │
 *     └──── clearBuffer, or ─────┴──────────────────────────┘◀─┴─────────────────────┘
 *           the queue drained after flush
 * ```
 * An utterance that never started is finished as interrupted, with nothing played. A playing one waits in silence for the sound of its next
 * section, see `section-mark.ts`.
 */
export class CallAudioOutput extends voice.AudioOutput {
  #listener: AudioOutputListener;
  readonly #queue = new SoundQueue();
  #utterance: Utterance | undefined;
  #announcedPassages = 0;
  #finishedSections = 0;
  /** The next sound begins a section. */
  #isBetweenSections = true;
  /** The last played frames. */
  #underway: Int16Array[] = [];
  #flushed = false;
  #paused = false;
  #silenced = false;
  #holds = new Set<object>();
  muted = false;

  constructor(listener: AudioOutputListener) {
    super(SAMPLE_RATE, undefined, { pause: true });
    this.#listener = listener;
  }

  override async captureFrame(frame: AudioFrame): Promise<void> {
    await super.captureFrame(frame);
    this.#utterance ??= new Utterance();
    if (isSectionEnd(frame)) {
      this.#endSection(this.#utterance);
      return;
    }
    const passages = frame.userdata[USERDATA_TIMED_TRANSCRIPT];
    if (Array.isArray(passages))
      for (const { text, startTime } of passages as voice.TimedString[])
        this.#utterance.text.addPassage(text, (startTime ?? 0) * 1000);
    this.#fill(this.#utterance, frame.data);
  }

  #fill(utterance: Utterance, samples: Int16Array): void {
    utterance.text.addAudio((samples.length / SAMPLE_RATE) * 1000);
    this.#queue.push(samples);
  }

  /** Silence completes the section's last frame: half a frame would wait for the next section. */
  #endSection(utterance: Utterance): void {
    const missing = (FRAME_SAMPLES - (this.#queue.length % FRAME_SAMPLES)) % FRAME_SAMPLES;
    if (missing > 0) this.#fill(utterance, new Int16Array(missing));
    utterance.sectionEnds.push({ playedMs: Math.round(utterance.text.audioMs), passages: utterance.text.passageCount });
  }

  /** Delays the start of utterances; a playing one continues. Returns a function that ends the delay. */
  hold(): () => void {
    const key = {};
    this.#holds.add(key);
    return () => {
      this.#holds.delete(key);
    };
  }

  /** `callMs` is the position of the next 10 ms in the recording. After a stall, many frames are played at once, each with its own position. */
  tick(callMs: number): void {
    this.#listener.onFrame(this.#next(callMs));
  }

  #next(callMs: number): Int16Array {
    const utterance = this.#utterance;
    if (!utterance || this.#paused || (!utterance.hasStarted && this.#holds.size > 0)) return SILENCE;
    if (this.#queue.length < FRAME_SAMPLES && !this.#flushed) {
      this.#underway.shift();
      this.#finishSections(utterance);
      return SILENCE;
    }
    const pcm = this.#queue.next() ?? SILENCE;
    this.#underway = [...this.#underway.slice(1 - UNDERWAY_FRAMES), pcm];
    this.#start(utterance, callMs);
    this.#announcePassage(utterance);
    this.#finishSections(utterance);
    if (this.#flushed && this.#queue.isEmpty) this.#finish(false);
    return this.muted ? SILENCE : pcm;
  }

  #start(utterance: Utterance, callMs: number): void {
    if (!utterance.hasStarted) this.onPlaybackStarted(Date.now());
    utterance.play(callMs);
    if (this.#isBetweenSections) this.#listener.onSectionStarted(utterance);
    else if (this.#silenced) this.#listener.onResumed();
    this.#isBetweenSections = false;
    this.#silenced = false;
  }

  #finishSections(utterance: Utterance): void {
    for (const [index, { playedMs }] of utterance.sectionEnds.entries()) {
      if (index < this.#finishedSections || utterance.playedMs < playedMs) continue;
      this.#finishedSections = index + 1;
      this.#isBetweenSections = true;
      // A pause from here on repeats no sound of the utterance.
      this.#underway = [];
      this.#listener.onSectionFinished(utterance, index);
    }
  }

  #announcePassage(utterance: Utterance): void {
    const begun = utterance.text.countBegunBy(utterance.playedMs);
    if (begun <= this.#announcedPassages) return;
    this.#announcedPassages = begun;
    this.#listener.onPassage(utterance);
  }

  #silence(): void {
    if (this.#silenced || this.#isBetweenSections) return;
    this.#silenced = true;
    this.#listener.onPaused();
  }

  /** Puts the frames that the caller will not hear back into the queue. */
  #rewind(): void {
    const underway = this.#underway.splice(0);
    this.#queue.putBack(underway);
    this.#utterance?.rewind(underway.length * FRAME_MS);
  }

  #finish(interrupted: boolean): void {
    const utterance = this.#utterance;
    if (!utterance) return;
    this.#queue.clear();
    this.#underway = [];
    this.#utterance = undefined;
    this.#announcedPassages = 0;
    this.#finishedSections = 0;
    this.#isBetweenSections = true;
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
    if (this.#queue.isEmpty) this.#finish(false);
  }

  override clearBuffer(): void {
    this.#paused = false;
    if (!this.#utterance) return;
    super.flush();
    this.#silence();
    this.#finish(true);
  }

  /** The framework calls this for every frame of the caller's voice. */
  override pause(): void {
    super.pause();
    if (this.#paused) return;
    this.#paused = true;
    this.#silence();
    this.#rewind();
  }

  override resume(): void {
    super.resume();
    this.#paused = false;
  }
}
