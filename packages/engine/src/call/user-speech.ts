import { SPEECH_END_LAG_MS } from "../media/pause-detector.ts";
import type { CallClock } from "../model/call-clock.ts";
import type { SpeechMilestones } from "./turn-clock.ts";

/** Speech becomes a turn within this, or was no words: recognition takes 0.5 s, the end-of-turn model waits at most 2.5 s. */
const TURN_WITHIN_MS = 3_000;

/** The caller's speech since the last turn. */
export class UserSpeech {
  #clock: CallClock;
  #startMs: number | undefined;
  #endMs: number | undefined;
  #hasWords = false;
  #milestones: SpeechMilestones = {};
  /** The lowest confidence of the words. */
  #confidence: number | undefined;
  isSpeaking = false;

  constructor(clock: CallClock) {
    this.#clock = clock;
  }

  started(): void {
    this.#begin();
    this.isSpeaking = true;
  }

  /** Words that are not final begin a speech, too: the voice detector misses some voices. */
  heard(): void {
    this.#begin();
    this.#hasWords = true;
  }

  #begin(): void {
    if (!this.#hasWords && this.pendingMs === 0) this.#forgetNoise();
    this.#startMs ??= this.#clock.nowMs;
  }

  #forgetNoise(): void {
    this.#startMs = undefined;
    this.#endMs = undefined;
    this.#milestones = {};
  }

  stopped(): void {
    this.isSpeaking = false;
    this.#milestones.silenceDetectedMs = this.#clock.nowMs;
    this.#endMs = Math.max(this.#startMs ?? 0, this.#clock.nowMs - SPEECH_END_LAG_MS);
  }

  transcribed(confidence: number | undefined): void {
    this.#hasWords = true;
    this.#milestones.transcriptFinalMs = this.#clock.nowMs;
    if (confidence !== undefined) this.#confidence = Math.min(confidence, this.#confidence ?? 1);
  }

  /** How long the latest speech may still become a turn; 0 without speech. */
  get pendingMs(): number {
    if (this.isSpeaking) return TURN_WITHIN_MS;
    const { silenceDetectedMs = -TURN_WITHIN_MS, transcriptFinalMs = -TURN_WITHIN_MS } = this.#milestones;
    return Math.max(0, Math.max(silenceDetectedMs, transcriptFinalMs) + TURN_WITHIN_MS - this.#clock.nowMs);
  }

  /** Takes the speech that has become a turn. Later speech belongs to the next turn. */
  take(): { startMs: number; endMs: number; milestones: SpeechMilestones; confidence: number | undefined } {
    const endMs = this.#endMs ?? this.#milestones.transcriptFinalMs ?? this.#clock.nowMs;
    const startMs = Math.min(this.#startMs ?? endMs, endMs);
    const taken = { startMs, endMs, milestones: this.#milestones, confidence: this.#confidence };
    this.#startMs = this.isSpeaking ? this.#clock.nowMs : undefined;
    this.#endMs = undefined;
    this.#hasWords = false;
    this.#milestones = {};
    this.#confidence = undefined;
    return taken;
  }
}
