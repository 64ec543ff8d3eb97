import { LOST_CALLER_TIMEOUT_MS } from "@callwright/contract";
import { FRAME_MS, FRAME_SAMPLES } from "../media/audio-format.ts";
import { BackgroundSound } from "../media/background-sound.ts";
import { RecordingWriter } from "../media/recording-writer.ts";
import { SoundFileError } from "../media/sound-file-error.ts";
import { SoundTap } from "../media/sound-tap.ts";
import type { NowMs } from "../model/call-clock.ts";
import type { BackgroundLoader } from "./background-loader.ts";
import type { CallScope } from "./call-scope.ts";
import type { CallerLink, Departure } from "./caller-link.ts";
import { asksForConsent } from "./recording-consent.ts";

export interface CallSoundEnds {
  link: Pick<CallerLink, "isAway" | "sendAudio">;
  /** Called after every 10 ms, with their position on the call's clock. */
  onFrame(callMs: number): void;
}

/** What was said last may be on its way, or wait in the caller's jitter buffer, for this long on a bad network. */
const UNDERWAY_MS = 700;

const SILENCE = new Int16Array(FRAME_SAMPLES);
/** 200 ms. A caller who sends nothing for longer is silent: programs, carriers and browsers leave silence out. */
const GAP_FRAMES = 20;

/** The sound of a call in steps of 10 ms: between caller and dialogue, and into the recording. */
export class CallSound {
  readonly #scope: CallScope;
  readonly #ends: CallSoundEnds;
  /** The caller's sound is left out. */
  customerMuted = false;
  readonly #background = new BackgroundSound();
  #recording: RecordingWriter | undefined;
  #tap: SoundTap | undefined;
  #stalls: StallWatch | undefined;
  #stopClock: (() => void) | undefined;
  #frames = 0;
  /** The frame at which sound of the caller came last. Undefined: none came yet. */
  #heardFrame: number | undefined;
  #spokeAtMs = Number.NEGATIVE_INFINITY;

  constructor(scope: CallScope, ends: CallSoundEnds) {
    this.#scope = scope;
    this.#ends = ends;
  }

  start(): void {
    const { host, now, spec } = this.#scope;
    if (!asksForConsent(spec)) this.record();
    const stalls = new StallWatch(now);
    this.#stalls = stalls;
    const tick = this.#scope.guarded((frames: number) => {
      for (let frame = 0; frame < frames; frame++) this.#tick();
    });
    this.#stopClock = host.mediaClock.start((frames) => {
      stalls.tick();
      tick(frames);
    });
  }

  /** Begins the recording. It is silent up to now. */
  record(): void {
    const { clock, spec } = this.#scope;
    if (!spec.recordingPath || this.#recording) return;
    this.#recording = new RecordingWriter(spec.recordingPath, (error) => this.#onRecordingFailure(error), clock.nowMs);
  }

  /** From now on both sides' sound is given away in pieces, see `SoundTap`; without `onPiece`, not any more. */
  listen(onPiece: ((piece: Buffer) => void) | undefined): void {
    this.#tap = onPiece && new SoundTap(this.#frames * FRAME_MS, onPiece);
  }

  /** Takes sound from the caller. */
  hear(pcm: Int16Array): void {
    if (this.customerMuted) pcm.fill(0);
    const { clock, dialogue, phone } = this.#scope;
    this.#heardFrame = this.#frames;
    this.#recording?.append("customer", pcm, clock.nowMs);
    this.#tap?.window.append("customer", pcm, clock.nowMs);
    if (!phone?.hear(pcm)) dialogue?.ear.push(pcm);
  }

  /** Sends sound to the caller: the assistant's voice, or silence, unless the telephone plays other sound. */
  send(voice: Int16Array): void {
    if (voice.some((sample) => sample !== 0)) this.#spokeAtMs = this.#scope.now();
    const pcm = this.#scope.phone?.tick() ?? this.#background.behind(voice);
    this.#recording?.write("assistant", this.#frames * FRAME_SAMPLES, pcm);
    this.#tap?.window.write("assistant", this.#frames * FRAME_SAMPLES, pcm);
    this.#ends.link.sendAudio(pcm);
  }

  /** Plays the background sound when it is loaded. If it cannot be loaded, the call continues without it. */
  async playBehind(load: BackgroundLoader): Promise<void> {
    try {
      this.#background.play(await load());
    } catch (cause) {
      const reason = cause instanceof SoundFileError ? cause.message : "it could not be prepared";
      const message = `The background sound is not played: ${reason}.`;
      this.#scope.report({ type: "failure", part: "background-sound", provider: "callwright", message });
      if (!(cause instanceof SoundFileError))
        this.#scope.log("warn", `A background sound could not be prepared: ${String(cause)}`);
    }
  }

  /** Whether this process stood still so long that the caller seemed to leave. */
  stallExplains(...departure: Parameters<StallWatch["explains"]>): boolean {
    return this.#stalls?.explains(...departure) ?? false;
  }

  stop(): void {
    this.#stopClock?.();
  }

  /** How much longer the caller may hear what was said last. */
  get underwayMs(): number {
    return Math.max(0, this.#spokeAtMs + UNDERWAY_MS - this.#scope.now());
  }

  /** Answers whether there is a recording. */
  async closeRecording(durationMs: number): Promise<boolean> {
    return (await this.#recording?.close(durationMs)) ?? false;
  }

  #onRecordingFailure(error: Error): void {
    const { report, log } = this.#scope;
    const message = "The recording stopped: its file cannot be written.";
    report({ type: "failure", part: "recording", provider: "callwright", message });
    log("error", `The recording stopped: ${error.message}`);
  }

  #tick(): void {
    const { link, onFrame } = this.#ends;
    const { dialogue } = this.#scope;
    // Silence ends the turn of a caller who left while speaking, or whose line sends no silence.
    if (link.isAway || (this.#heardFrame !== undefined && this.#frames - this.#heardFrame > GAP_FRAMES))
      dialogue?.ear.push(SILENCE);
    dialogue?.tick(this.#frames * FRAME_MS);
    onFrame(this.#frames * FRAME_MS);
    this.#frames += 1;
    // Counts frames instead of reading the clock: after a stall the missing frames still arrive, and need their place.
    this.#recording?.advance(this.#frames * FRAME_MS);
    this.#tap?.advance(this.#frames * FRAME_MS);
  }
}

/** Most callers hang up after this much silence. */
const STALL_MS = 5_000;
/** Events of a stall arrive right after it. */
const ARRIVAL_MS = 2_000;

/** Detects that this process stalled so long that callers had to leave, as on an overloaded machine. */
class StallWatch {
  #now: NowMs;
  #lastTickMs: number;
  #stalledUntilMs = Number.NEGATIVE_INFINITY;

  constructor(now: NowMs) {
    this.#now = now;
    this.#lastTickMs = now();
  }

  /** Call it with every tick of the media clock. */
  tick(): void {
    const nowMs = this.#now();
    if (nowMs - this.#lastTickMs >= STALL_MS) this.#stalledUntilMs = nowMs;
    this.#lastTickMs = nowMs;
  }

  /** Did a stall of this process cause the departure that was just noticed? */
  explains(departure: Departure): boolean {
    // The departure may be reported before the first tick after the stall.
    this.tick();
    return this.#now() - this.#stalledUntilMs <= (departure === "lost" ? LOST_CALLER_TIMEOUT_MS : ARRIVAL_MS);
  }
}
