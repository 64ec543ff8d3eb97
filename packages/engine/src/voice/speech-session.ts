import { llm, voice } from "@livekit/agents";
import type { HearingTranscriber } from "../providers/provider.ts";
import { CallAudioInput } from "./audio-input.ts";
import { CallAudioOutput, type Utterance } from "./audio-output.ts";
import { Hearing } from "./hearing.ts";
import { SpeakingAgent } from "./speaking-agent.ts";
import type { StartPlan, StopPlan } from "./speaking-plan.ts";
import type { Speech, SpokenSpeech } from "./speech.ts";
import { type CallVoice, synthesize, type VoiceFailure } from "./synthesis.ts";
import { createTurnDetector } from "./turn-detector.ts";

export interface SpeechSessionListener {
  /** 10 ms for the caller. */
  onFrame(pcm: Int16Array): void;
  onUserSpeaking(speaking: boolean): void;
  onUserWords(text: string, final: boolean): void;
  /** "Yeah", "okay": heard while the assistant speaks, and no reason to stop. */
  onUserAside(text: string): void;
  /** The caller's turn is over. */
  onUserTurn(text: string): void;
  onModelText(speech: Speech, text: string): void;
  onModelFailure(provider: string, message: string): void;
  onModelSuccess(): void;
  /** The conversation is over once this speech was spoken. */
  onConversationEnd(speech: Speech, endedReason: string): void;
  onVoiceInput(speech: Speech, text: string): void;
  onVoiceFirstSound(speech: Speech): void;
  onVoiceSuccess(): void;
  onVoiceFailure(failure: VoiceFailure): void;
  onSpeechStarted(speech: Speech): void;
  /** More of it is being spoken: all text up to and with the passage that begins now. */
  onSpeechText(speech: Speech, text: string): void;
  /** Its sound stops before its end: what is on its way to the caller need not be heard any more. */
  onSpeechHushed(speech: Speech): void;
  /** It goes on after all. */
  onSpeechResumed(speech: Speech): void;
  /** It was forgotten before its turn came. */
  onSpeechDropped(speech: Speech): void;
  /** Once for every other speech that was asked for. */
  onSpeechDone(speech: Speech, spoken: SpokenSpeech): void;
  onTranscriberFailure(message: string): void;
  /** The session ended by itself. */
  onStopped(message: string): void;
}

export interface SpeechSessionOptions {
  start: StartPlan;
  stop: StopPlan;
  transcriber: HearingTranscriber;
  voice: CallVoice;
  fallbackVoice(): Promise<CallVoice>;
  failureMessage: string;
  /** What the assistant said last, for endpointing rules. */
  lastAssistantText(): string;
  listener: SpeechSessionListener;
}

interface CurrentSpeech {
  speech: Speech;
  handle?: voice.SpeechHandle;
  /** Its sound has begun. */
  isHeard?: boolean;
  cutOffByCall?: boolean;
  /** Stops the voice. */
  voice: AbortController;
  spoken?: SpokenSpeech;
}

/** No turn detection of the framework's own says that the caller is away: the call's silence time-out does. */
const NEVER = null;
/** Speeches that wait to be spoken: minutes of them. */
const WAITING_MAX = 20;

/**
 * Hearing, turn taking and speaking of one call: LiveKit's AgentSession with our own ears, mouth, model and voice.
 * Speeches are spoken one after the other, in the order they were asked for.
 */
export class SpeechSession {
  #options: SpeechSessionOptions;
  #listener: SpeechSessionListener;
  #session: voice.AgentSession;
  #agent: SpeakingAgent;
  #input = new CallAudioInput();
  #output: CallAudioOutput;
  #hearing: Hearing;
  #queue: Speech[] = [];
  #current: CurrentSpeech | undefined;
  #customerText = "";
  /** Said over a speech that may not be interrupted; heard after it. */
  #heldWords: string[] = [];
  #closed = false;

  constructor(options: SpeechSessionOptions) {
    this.#options = options;
    this.#listener = options.listener;
    this.#output = new CallAudioOutput({
      onFrame: (pcm) => this.#listener.onFrame(pcm),
      onUtteranceStarted: () => this.#onUtteranceStarted(),
      onPassage: (utterance) => this.#onPassage(utterance),
      onHushed: () => this.#current && this.#listener.onSpeechHushed(this.#current.speech),
      onResumed: () => this.#current && this.#listener.onSpeechResumed(this.#current.speech),
      onUtteranceFinished: (utterance, interrupted) => this.#onUtteranceFinished(utterance, interrupted),
    });
    this.#hearing = new Hearing(options.transcriber.stt, {
      onWords: (text, final) => this.#onWords(text, final),
      onFailure: (message) => this.#listener.onTranscriberFailure(message),
    });
    this.#agent = new SpeakingAgent({
      onUserTurn: (text) => this.#onUserTurn(text),
      model: () => this.#modelText(),
      voice: (text) => this.#voiceSound(text),
    });
    this.#session = this.#createSession();
  }

  #createSession(): voice.AgentSession {
    const { start, stop } = this.#options;
    const { minMs, maxMs } = start.delays("", "");
    const session = new voice.AgentSession({
      stt: this.#hearing,
      llm: new NeverAskedModel(),
      // The browser cancels its own echo; the framework's warm-up would drop the caller's first words.
      aecWarmupDuration: null,
      userAwayTimeout: NEVER,
      connOptions: { maxUnrecoverableErrors: Number.POSITIVE_INFINITY },
      turnHandling: {
        turnDetection: start.usesDetector ? createTurnDetector() : "vad",
        endpointing: { minDelay: minMs, maxDelay: maxMs },
        interruption: stop.interruption,
        // It would ask the conversation for a reply to words that may not be the turn's last.
        preemptiveGeneration: { enabled: false },
      },
    });
    session.input.audio = this.#input;
    session.output.audio = this.#output;
    session.on(voice.AgentSessionEventTypes.UserStateChanged, ({ newState }) => {
      if (newState !== "away") this.#listener.onUserSpeaking(newState === "speaking");
    });
    // Told of where they happen; an emitter without a listener would throw them.
    session.on(voice.AgentSessionEventTypes.Error, () => {});
    session.on(voice.AgentSessionEventTypes.Close, ({ error }) => {
      if (!this.#closed) this.#listener.onStopped(error ? String(error) : "The speech session closed.");
    });
    return session;
  }

  async start(): Promise<void> {
    await this.#session.start({ agent: this.#agent, record: false });
  }

  /** The next 10 ms are due; they lie at `callMs` on the call's clock. */
  tick(callMs: number): void {
    this.#output.tick(callMs);
  }

  /** Sound of the caller. */
  push(pcm: Int16Array): void {
    this.#input.push(pcm);
  }

  /** Words of the caller that were recognised elsewhere. */
  hear(text: string, final: boolean): void {
    this.#hearing.hear(text, final);
  }

  set assistantMuted(muted: boolean) {
    this.#output.muted = muted;
  }

  /** Keeps what is not being spoken yet from starting. Returns how to let go. */
  hold(): () => void {
    return this.#output.hold();
  }

  /** Nobody listens: what is being heard is cut off, and what was not begun waits. Returns how to go on. */
  standBy(): () => void {
    const goOn = this.hold();
    if (this.#current?.isHeard) {
      this.#current.cutOffByCall = true;
      this.#current.handle?.interrupt(true);
    }
    return goOn;
  }

  #holdFor(durationMs: number): void {
    if (durationMs > 0) setTimeout(this.hold(), durationMs);
  }

  /** What is being spoken, or thought of. */
  get current(): Speech | undefined {
    return this.#current?.speech;
  }

  /** Of too many that wait, the oldest is forgotten: the newest may be the farewell. */
  say(speech: Speech): void {
    this.#queue.push(speech);
    this.#sayNext();
    if (this.#queue.length <= WAITING_MAX) return;
    const oldest = this.#queue.shift();
    if (oldest) this.#listener.onSpeechDropped(oldest);
  }

  #sayNext(): void {
    if (this.#current || this.#closed) return;
    const speech = this.#queue.shift();
    if (!speech) return;
    this.#current = { speech, voice: new AbortController() };
    const handle = this.#ask(speech);
    if (!handle) return;
    this.#current.handle = handle;
    handle.addDoneCallback(() => this.#onHandleDone(handle));
  }

  /** Undefined when the session has stopped by itself, which is told: a timer may be what asks, and nobody would catch what it throws. */
  #ask({ interruptible }: Speech): voice.SpeechHandle | undefined {
    try {
      return this.#session.generateReply({ allowInterruptions: interruptible });
    } catch (error) {
      this.#current = undefined;
      this.#listener.onStopped(String(error));
      return undefined;
    }
  }

  /** Cuts off what is being said and forgets what waits. */
  interrupt(by: "caller" | "call"): void {
    for (const speech of this.#queue.splice(0)) this.#listener.onSpeechDropped(speech);
    if (this.#current) this.#current.cutOffByCall = by === "call";
    this.#current?.handle?.interrupt(true);
  }

  #modelText(): ReadableStream<string> | undefined {
    const current = this.#current;
    return current && textOf(current.speech, this.#listener);
  }

  #voiceSound(text: ReadableStream<string>): ReturnType<typeof synthesize> | undefined {
    if (!this.#current) return undefined;
    const { speech, voice: stopper } = this.#current;
    return synthesize(text, {
      voice: this.#options.voice,
      fallback: this.#options.fallbackVoice,
      failureMessage: this.#options.failureMessage,
      onPassage: (passage) => this.#listener.onVoiceInput(speech, passage),
      onFirstSound: () => this.#listener.onVoiceFirstSound(speech),
      onSuccess: () => this.#listener.onVoiceSuccess(),
      onFailure: (failure) => this.#listener.onVoiceFailure(failure),
      signal: stopper.signal,
    });
  }

  #onUtteranceStarted(): void {
    if (!this.#current) return;
    this.#current.isHeard = true;
    this.#listener.onSpeechStarted(this.#current.speech);
  }

  #onPassage(utterance: Utterance): void {
    if (this.#current) this.#listener.onSpeechText(this.#current.speech, utterance.text.textBegunBy(utterance.playedMs));
  }

  #onUtteranceFinished(utterance: Utterance, interrupted: boolean): void {
    const current = this.#current;
    if (interrupted) current?.voice.abort();
    const startMs = utterance.callMsAt(0);
    if (!current || startMs === undefined) return;
    const { text, playedMs } = utterance;
    const callMs = (atMs: number) => Math.round(utterance.callMsAt(atMs) ?? startMs);
    const words = text
      .wordsUntil(interrupted ? playedMs : Number.POSITIVE_INFINITY)
      .map((word) => ({ text: word.text, startMs: callMs(word.startMs) }));
    const heard = interrupted ? words.map((word) => word.text).join(" ") : text.text;
    const interruptedByCaller = interrupted && !current.cutOffByCall;
    const sound = { words, startMs: callMs(0), endMs: callMs(playedMs) };
    current.spoken = { text: heard, interrupted, interruptedByCaller, sound };
    this.#report();
    if (interrupted) this.#holdFor(this.#options.stop.backoffMs);
  }

  /** A speech is told of once: when its sound ends, or when the session is done with it. */
  #report(): void {
    const current = this.#current;
    if (!current?.spoken) return;
    this.#listener.onSpeechDone(current.speech, current.spoken);
  }

  #onHandleDone(handle: voice.SpeechHandle): void {
    const current = this.#current;
    if (current?.handle !== handle) return;
    if (!current.spoken) {
      current.spoken = { text: "", interrupted: handle.interrupted, interruptedByCaller: false };
      this.#report();
    }
    this.#current = undefined;
    this.#sayNext();
    if (this.#heldWords.length > 0) this.#hearing.release(this.#heldWords.splice(0).join(" "));
  }

  #onWords(text: string, final: boolean): boolean {
    this.#listener.onUserWords(text, final);
    const isForSession = this.#current?.spoken !== undefined || !this.#current || this.#hearsOver(this.#current, text, final);
    if (isForSession && final) this.#setEndpointing(text);
    return isForSession;
  }

  /** What becomes of words over a speech: true lets the session act on them. */
  #hearsOver({ speech, isHeard }: CurrentSpeech, text: string, final: boolean): boolean {
    const { stop } = this.#options;
    if (isHeard && stop.acknowledges(text)) {
      if (final) this.#listener.onUserAside(text);
      return false;
    }
    if (!speech.interruptible) {
      // The framework would drop them.
      if (final) this.#heldWords.push(text);
      return false;
    }
    if (isHeard && stop.insists(text)) this.interrupt("caller");
    return true;
  }

  #setEndpointing(text: string): void {
    this.#customerText = `${this.#customerText} ${text}`.trim();
    const { minMs, maxMs } = this.#options.start.delays(this.#customerText, this.#options.lastAssistantText());
    this.#session.updateOptions({ turnHandling: { endpointing: { minDelay: minMs, maxDelay: maxMs } } });
  }

  #onUserTurn(text: string): void {
    this.#customerText = "";
    this.#holdFor(this.#options.start.waitMs);
    this.#listener.onUserTurn(text);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#current) this.#current.cutOffByCall = true;
    // What is still being spoken is told of before the framework tears it down.
    this.#output.clearBuffer();
    await this.#session.close();
    await this.#input.close();
    await this.#hearing.close();
    await this.#options.voice.tts?.close();
  }
}

/** The words of a speech as a stream. Cancelling it, as the session does on an interruption, cancels the conversation's turn. */
function textOf(speech: Speech, listener: SpeechSessionListener): ReadableStream<string> {
  const abort = new AbortController();
  const parts = speech.parts(abort.signal)[Symbol.asyncIterator]();
  let failed = false;
  return new ReadableStream<string>(
    {
      async pull(controller) {
        for (;;) {
          const { done, value: part } = await parts.next();
          if (done) {
            if (!failed) listener.onModelSuccess();
            return controller.close();
          }
          switch (part.type) {
            case "text":
              listener.onModelText(speech, part.text);
              return controller.enqueue(part.text);
            case "failure":
              failed = true;
              listener.onModelFailure(part.provider, part.message);
              break;
            case "end":
              listener.onConversationEnd(speech, part.endedReason);
              break;
            default:
              part satisfies never;
          }
        }
      },
      async cancel() {
        abort.abort();
        await parts.return?.();
      },
    },
    { highWaterMark: 0 },
  );
}

/** A session wants a model to be there; the agent's own node answers instead of it. */
class NeverAskedModel extends llm.LLM {
  override label(): string {
    return "callwright.NeverAskedModel";
  }

  override chat(): llm.LLMStream {
    throw new Error("The conversation answers, not the session's model.");
  }
}
