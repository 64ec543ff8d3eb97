import { ENDED_REASONS, type PhoneDestination, PLAN_DEFAULTS, spokenText, withoutSipHeaders } from "@callwright/contract";
import type { Briefing, TransferAct, TransferAssistantSpec } from "../../conversation/phone-act.ts";
import { FRAME_SAMPLES, SAMPLE_RATE } from "../../media/audio-format.ts";
import { holdMusic } from "../../media/hold-music.ts";
import { KeyReports } from "../../media/key-reports.ts";
import { extensionTones, keyTones } from "../../media/key-tones.ts";
import { levelOf } from "../../media/level-of.ts";
import type { FarEnd, MediaTransport, TransportListener } from "../../media/media-transport.ts";
import { ringTone } from "../../media/ring-tone.ts";
import { SoundQueue } from "../../media/sound-queue.ts";
import { backgroundLoader } from "../background-loader.ts";
import type { CallScope } from "../call-scope.ts";
import { loadSoundFile } from "../sound-file.ts";
import type { OperatorTalk, OperatorTalkOptions, TalkFailure } from "./operator-talk.ts";

/** A telephone that is to be called for the call. */
export interface DialOrder {
  destination: PhoneDestination;
  ringSeconds: number;
}

/** Why a transfer failed. */
export type TransferFailure = "busy" | "no-answer" | "declined" | "failed" | "hung-up";

/** Why a transfer assistant did not connect the two, besides. */
type Failure = TransferFailure | TalkFailure;

/** How a transfer ended outside of the host: it failed, or the network connected the two (SIP REFER). */
export type OperatorEnd = TransferFailure | "referred";

export interface CallTransferOptions {
  /** The words of a briefing. Does not fail. */
  wordsOf(briefing: Briefing): Promise<string>;
  /** Prepares a transfer assistant, for a telephone that rings. */
  openTalk(
    spec: TransferAssistantSpec,
    listener: Pick<OperatorTalkOptions, "onAccepted" | "onFailed" | "onFrame" | "onSaid">,
  ): OperatorTalk;
  /** Speaks a text: 16 kHz sound. */
  speak(text: string): Promise<Int16Array>;
  /** Caller and operator talk to each other from now on. */
  onConnected(): void;
}

const OPERATOR_SPEAKS_WITHIN_SECONDS = 60;
/** The telephone line reports an unanswered call itself, within this time after the ringing. */
const RING_SLACK_MS = 10_000;
/** Sound that is later than this is left out. */
const LATE_SAMPLES = SAMPLE_RATE / 5;

const NOT_REACHED: Record<Failure, string> = {
  busy: "The line is busy, so I could not connect you.",
  "no-answer": "Nobody answered, so I could not connect you.",
  declined: "The call was declined, so I could not connect you.",
  failed: "I could not connect you.",
  "hung-up": "They hung up before I could connect you.",
  canceled: "They cannot take your call right now.",
  "max-duration": "I could not connect you.",
  silence: "Nobody answered, so I could not connect you.",
};

const ENDED: Partial<Record<Failure, string>> = {
  busy: ENDED_REASONS.operatorBusy,
  canceled: ENDED_REASONS.transferCanceled,
  "max-duration": ENDED_REASONS.transferTooLong,
  silence: ENDED_REASONS.transferSilent,
};

/**
 * Passes a call on to another telephone. The call stays on its host, which passes the sound on between the two.
 *
 * ```
 *   idle ── begin ──▶ dialing ── answered ──▶ (warm: briefing ──▶) connected ── either hangs up ──▶ the call ends
 *     ▲                  │                        │
 *     └── fallback ◀─────┴ busy, unanswered … ────┘
 * ```
 */
export class CallTransfer {
  readonly #scope: CallScope;
  readonly #options: CallTransferOptions;
  readonly #fromOperator = new SoundQueue(LATE_SAMPLES);
  readonly #fromCaller = new SoundQueue(LATE_SAMPLES);
  /** Sound for each besides the other's voice: the assistant, and key tones, which transports remove from the sound. */
  readonly #forOperator = new SoundQueue();
  readonly #forCaller = new SoundQueue();
  #state: "idle" | "dialing" | "briefing" | "connected" = "idle";
  #act: TransferAct | undefined;
  #operator: MediaTransport | undefined;
  #keys = new KeyReports();
  /** Made while the telephone rings. */
  #words: Promise<string> = Promise.resolve("");
  #hold = ringTone();
  /** Played to both when they are connected. */
  #signal: Int16Array | undefined;
  #held = 0;
  #hasFailedWarm = false;
  #timer: NodeJS.Timeout | undefined;
  #operatorSpeech: OperatorSpeech | undefined;
  #talk: OperatorTalk | undefined;
  /** Called once, when all sound queued for the operator was played: also the tones of an extension. */
  #onSpoken: (() => void) | undefined;

  constructor(scope: CallScope, options: CallTransferOptions) {
    this.#scope = scope;
    this.#options = options;
  }

  /** Another telephone has, or gets, the call: the assistant neither hears nor speaks. */
  get isActive(): boolean {
    return this.#state !== "idle";
  }

  begin(act: TransferAct): void {
    if (this.isActive) return;
    const { destination, briefing, assistant } = act;
    if (briefing) this.#words = this.#options.wordsOf(briefing);
    const ringSeconds = destination.transferPlan?.dialTimeout ?? PLAN_DEFAULTS.transfer.dialTimeoutSeconds;
    this.#state = "dialing";
    this.#act = act;
    this.#scope.dialogue?.standBy();
    this.#report("ringing");
    if (assistant)
      this.#talk = this.#options.openTalk(assistant, {
        onFrame: (pcm) => this.#operator?.sendAudio(pcm),
        onSaid: (by, text) => this.#report("briefing", { by, text }),
        onAccepted: () => this.#state === "briefing" && this.#connect(),
        onFailed: (why) => this.failed(why),
      });
    this.#timer = setTimeout(() => this.failed("no-answer"), ringSeconds * 1000 + RING_SLACK_MS);
    const { holdAudioUrl: hold, transferCompleteAudioUrl: signal } = destination.transferPlan ?? {};
    if (hold) void this.#loadHold(hold);
    if (signal) void this.#loadSignal(signal);
    this.#scope.host.listener.onDial({ destination, ringSeconds });
  }

  async #loadHold(url: string): Promise<void> {
    try {
      this.#hold = (await backgroundLoader(url, this.#scope.host)?.()) ?? new Int16Array();
      this.#held = 0;
    } catch {
      // The ring tone continues.
      this.#soundFailed("The hold audio cannot be played.");
    }
  }

  async #loadSignal(url: string): Promise<void> {
    try {
      this.#signal = await loadSoundFile(url, this.#scope.host);
      if (this.#state === "connected") this.#playSignal();
    } catch {
      this.#soundFailed("The sound of a completed transfer cannot be played.");
    }
  }

  #soundFailed(message: string): void {
    this.#scope.report({ type: "failure", part: "background-sound", provider: "callwright", message });
  }

  /** The other telephone has answered, and offers its sound. Fails with `OfferError`. */
  async offer(farEnd: FarEnd): Promise<string> {
    const { transport, answerSdp } = await this.#scope.host.openTransport(farEnd, this.#listener());
    if (this.#state !== "dialing") transport.close();
    else {
      this.#operator = transport;
      this.#keys = new KeyReports();
    }
    return answerSdp;
  }

  #listener(): TransportListener {
    const unheard = () => {};
    return {
      onRestored: unheard,
      onChannelOpen: unheard,
      onText: unheard,
      onKey: (key) => this.pressedThere(key, "tones"),
      onConnected: () => this.#answered(),
      onInterrupted: () => this.failed("failed"),
      onAudio: (pcm) => {
        this.#operatorSpeech?.push(pcm);
        this.#talk?.push(pcm);
        if (this.#state === "connected") this.#fromOperator.push(pcm);
      },
      onClosed: (end) => this.failed(end === "hung-up" ? "hung-up" : "failed"),
      onFault: (cause) => this.#fault(cause),
    };
  }

  #answered(): void {
    if (this.#state !== "dialing" || !this.#act) return;
    clearTimeout(this.#timer);
    const { destination, briefing } = this.#act;
    if (destination.type === "number" && destination.extension) this.#forOperator.push(extensionTones(destination.extension));
    const talk = this.#talk;
    if (briefing === undefined && !talk) {
      this.#connect();
      return;
    }
    this.#state = "briefing";
    if (talk) {
      if (destination.transferPlan?.holdAudioUrl === undefined) this.#hold = holdMusic();
      this.#held = 0;
      this.#onSpoken = () => void talk.begin(this.#words);
      return;
    }
    const { mode, timeout = OPERATOR_SPEAKS_WITHIN_SECONDS } = destination.transferPlan ?? {};
    const waits = mode?.startsWith("warm-transfer-wait-for-operator") ?? false;
    if (!waits) {
      void this.#brief();
      return;
    }
    if (this.#forOperator.isEmpty) this.#awaitOperator(timeout * 1000);
    else this.#onSpoken = () => this.#awaitOperator(timeout * 1000);
  }

  #awaitOperator(timeoutMs: number): void {
    this.#operatorSpeech = new OperatorSpeech(() => {
      clearTimeout(this.#timer);
      this.#operatorSpeech = undefined;
      void this.#brief();
    });
    this.#timer = setTimeout(() => this.failed("no-answer"), timeoutMs);
  }

  async #brief(): Promise<void> {
    const text = await this.#words;
    const sound = await this.#options.speak(text).catch((cause: unknown) => {
      this.#fault(cause);
      return new Int16Array();
    });
    if (this.#state !== "briefing") return;
    this.#report("briefing", { text });
    this.#forOperator.push(sound);
    this.#onSpoken = () => this.#connect();
  }

  #connect(): void {
    this.#state = "connected";
    this.#closeTalk();
    this.#playSignal();
    this.#report("connected");
    this.#options.onConnected();
  }

  #playSignal(): void {
    if (!this.#signal) return;
    this.#forOperator.push(this.#signal);
    this.#forCaller.push(this.#signal);
  }

  /** The network has connected the two. */
  referred(): void {
    if (this.#state !== "dialing") return;
    this.#connect();
    this.#scope.end(this.#act?.endedReason ?? ENDED_REASONS.assistantForwardedCall);
  }

  /** The other telephone cannot take the call, or has hung up. */
  failed(why: Failure): void {
    const { dialogue, end, host } = this.#scope;
    if (this.#state === "idle") return;
    if (this.#state === "connected") {
      end(this.#act?.endedReason ?? ENDED_REASONS.assistantForwardedCall);
      return;
    }
    const { destination, briefing, assistant } = this.#act ?? {};
    this.#hasFailedWarm ||= briefing !== undefined || assistant !== undefined;
    this.#report("failed", { why });
    this.#stop();
    host.listener.onHangUpOperator();
    const plan = destination?.transferPlan?.fallbackPlan;
    const reason = ENDED[why] ?? ENDED_REASONS.operatorDidNotAnswer;
    const ends = plan !== undefined && (plan.endCallEnabled ?? true);
    const text = plan ? spokenText(plan.message) : NOT_REACHED[why];
    dialogue?.resumeSpeaking();
    dialogue?.insert({ role: "system", content: `The call could not be transferred: ${why}.` }, false);
    const saying = dialogue?.say(text, {
      interruptible: !ends,
      interrupts: false,
      ...(ends && { endedReason: reason }),
    });
    if (ends && !saying) end(reason);
  }

  /** A key of the caller. The menu of another line may wait for it. */
  press(key: string): void {
    if (this.#state === "connected") this.#forOperator.push(keyTones(key));
  }

  /** The operator's telephone presses a key. */
  pressedThere(key: string, by: "tones" | "signaling"): void {
    if (!this.#keys.isNew(key, by, this.#scope.now())) return;
    if (this.#state === "connected") this.#forCaller.push(keyTones(key));
    else this.#talk?.press(key);
  }

  /** The caller's sound. True: no other part may use it. */
  hear(pcm: Int16Array): boolean {
    if (this.#state === "connected") this.#fromCaller.push(pcm);
    return this.isActive;
  }

  /** The next 10 ms for the caller, and meanwhile for the operator. Undefined: the assistant speaks. */
  tick(): Int16Array | undefined {
    if (!this.isActive) return undefined;
    const forOperator = this.#forOperator.next();
    const fromCaller = this.#fromCaller.next();
    if (this.#talk && this.#state === "briefing" && !forOperator) this.#talk.tick();
    else this.#operator?.sendAudio(forOperator ?? fromCaller ?? SILENCE);
    if (!forOperator && this.#onSpoken) {
      const spoken = this.#onSpoken;
      this.#onSpoken = undefined;
      spoken();
    }
    if (this.#state !== "connected") return this.#nextOfHold();
    const fromOperator = this.#fromOperator.next();
    return this.#forCaller.next() ?? fromOperator ?? SILENCE;
  }

  #nextOfHold(): Int16Array {
    const frame = Int16Array.from({ length: FRAME_SAMPLES }, (_, at) => this.#hold[(this.#held + at) % this.#hold.length] ?? 0);
    this.#held = (this.#held + FRAME_SAMPLES) % this.#hold.length;
    return frame;
  }

  /** Why the call ends when its caller hangs up now. */
  get callerHungUpReason(): string {
    if (this.#state === "dialing") return ENDED_REASONS.customerEndedDuringTransfer;
    if (this.#state === "briefing") return ENDED_REASONS.customerEndedBeforeWarmTransfer;
    if (this.#state === "connected") return this.#act?.endedReason ?? ENDED_REASONS.assistantForwardedCall;
    return this.#hasFailedWarm ? ENDED_REASONS.customerEndedAfterTransferAttempt : ENDED_REASONS.customerEndedCall;
  }

  close(): void {
    if (this.isActive) this.#scope.host.listener.onHangUpOperator();
    this.#stop();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#state = "idle";
    this.#operatorSpeech = undefined;
    this.#onSpoken = undefined;
    this.#signal = undefined;
    this.#closeTalk();
    this.#forOperator.clear();
    this.#forCaller.clear();
    this.#fromCaller.clear();
    this.#fromOperator.clear();
    this.#operator?.close();
    this.#operator = undefined;
  }

  #fault(cause: unknown): void {
    this.#scope.log("warn", `A transfer had a fault: ${String(cause)}`);
  }

  #closeTalk(): void {
    this.#talk?.close();
    this.#talk = undefined;
  }

  #report(
    state: "ringing" | "briefing" | "connected" | "failed",
    more: { text?: string; by?: "assistant" | "operator"; why?: Failure } = {},
  ): void {
    const { destination } = this.#act ?? {};
    if (destination) this.#scope.report({ type: "transferred", state, destination: withoutSipHeaders(destination), ...more });
  }
}

const SILENCE = new Int16Array(FRAME_SAMPLES);

/** Level above which a person speaks. */
const SPEAKING_LEVEL = 500;
const SPEECH_MIN_MS = 200;
const PAUSE_MS = 700;

/** Waits until an operator has spoken, for example "Hello?". */
class OperatorSpeech {
  readonly #onSaid: () => void;
  #spokenMs = 0;
  #quietMs = 0;

  constructor(onSaid: () => void) {
    this.#onSaid = onSaid;
  }

  push(pcm: Int16Array): void {
    const ms = (pcm.length * 1000) / SAMPLE_RATE;
    const isSpeaking = levelOf(pcm) > SPEAKING_LEVEL;
    if (isSpeaking) this.#spokenMs += ms;
    this.#quietMs = isSpeaking ? 0 : this.#quietMs + ms;
    if (this.#spokenMs < SPEECH_MIN_MS || this.#quietMs < PAUSE_MS) return;
    this.#spokenMs = 0;
    this.#onSaid();
  }
}
