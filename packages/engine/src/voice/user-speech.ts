import type { CallClock } from "./call-clock.ts";
import type { SpeechMilestones } from "./turn-clock.ts";

/** The detector of voice calls an end of speech after this much silence: the framework's default, and what `speechEndMs` is reckoned back by. */
const VAD_SILENCE_MS = 250;
/** What was said is a turn within this, or was no words: recognition takes half a second, and the end-of-turn model waits 2.5 s at most. */
const TURN_WITHIN_MS = 3_000;

/** The caller's speech since the last turn. */
export class UserSpeech {
  #clock: CallClock;
  #startMs: number | undefined;
  #endMs: number | undefined;
  #milestones: SpeechMilestones = {};
  isSpeaking = false;

  constructor(clock: CallClock) {
    this.#clock = clock;
  }

  started(): void {
    this.isSpeaking = true;
    this.#startMs ??= this.#clock.nowMs;
  }

  stopped(): void {
    this.isSpeaking = false;
    this.#milestones.silenceDetectedMs = this.#clock.nowMs;
    this.#endMs = Math.max(this.#startMs ?? 0, this.#clock.nowMs - VAD_SILENCE_MS);
  }

  transcribed(): void {
    this.#milestones.transcriptFinalMs = this.#clock.nowMs;
  }

  /** For how long a turn may still come of what was said; 0 when nothing was. */
  get pendingMs(): number {
    if (this.isSpeaking) return TURN_WITHIN_MS;
    const { silenceDetectedMs = 0, transcriptFinalMs = 0 } = this.#milestones;
    const latestMs = Math.max(silenceDetectedMs, transcriptFinalMs);
    return latestMs === 0 ? 0 : Math.max(0, latestMs + TURN_WITHIN_MS - this.#clock.nowMs);
  }

  /** The speech that has become a turn; what follows belongs to the next. */
  take(): { startMs: number; endMs: number; milestones: SpeechMilestones } {
    const endMs = this.#endMs ?? this.#milestones.transcriptFinalMs ?? this.#clock.nowMs;
    const taken = { startMs: Math.min(this.#startMs ?? endMs, endMs), endMs, milestones: this.#milestones };
    this.#startMs = this.isSpeaking ? this.#clock.nowMs : undefined;
    this.#endMs = undefined;
    this.#milestones = {};
    return taken;
  }
}
