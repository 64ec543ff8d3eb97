import { llm, voice } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import { SAMPLE_RATE } from "../media/audio-format.ts";
import { CallAudioOutput, type Utterance } from "./audio-output.ts";
import { type CallTranscriber, Hearing } from "./hearing.ts";
import { PendingWords } from "./pending-words.ts";
import type { StartPlan, StopPlan } from "./speaking-plan.ts";
import type { Delivery, Speech, SpokenSection, SpokenSpeech } from "./speech.ts";
import type { SpeechEvent } from "./speech-event.ts";
import { SpeechWords } from "./speech-words.ts";
import { synthesize } from "./synthesis.ts";
import { CallTurnDetector } from "./turn-detector.ts";
import { TurnEndpointing } from "./turn-endpointing.ts";
import type { VoiceChain } from "./voice-chain.ts";
import { VoiceDetector } from "./voice-detector.ts";

export interface SpeechSessionOptions {
  start: StartPlan;
  stop: StopPlan;
  /** The first hears the caller, the next ones replace it. Without any, words come as text. */
  transcribers: readonly CallTranscriber[];
  voices: VoiceChain;
  /** The voices of a speech. Called when its first words exist. */
  voicesOf(delivery: Delivery): VoiceChain;
  /** Does the history keep what the model puts out now? See `Delivery`. Default: it does not. */
  keepsOutput?(): boolean | undefined;
  /** The assistant's last words, for endpointing rules. */
  lastAssistantText(): string;
  /** Asks an endpointing server about the caller's words so far. Undefined: it has no answer. Does not fail, and has a short time limit. */
  adviseEndpointing?(customerText: string): Promise<number | undefined>;
  /** 10 ms for the caller. */
  onFrame(pcm: Int16Array): void;
  onEvent(event: SpeechEvent): void;
}

interface CurrentSpeech {
  speech: Speech;
  words: SpeechWords;
  handle?: voice.SpeechHandle;
  /** Whether its sound has begun. */
  isHeard?: boolean;
  cutOffByCall?: boolean;
  /** Stops model and voice. */
  stopper: AbortController;
  /** The start of the section that is playing, or is next. */
  section: SectionEdge;
  /** A section is being heard. */
  isSounding?: boolean;
  spoken?: SpokenSpeech;
}

/** The call's own silence timeout decides that the caller is away, not the framework. */
const NEVER = null;
/** The framework gives up a voice without sound for 10 s, also while a tool runs. `synthesize` finds voices that hang. The longest timer there is. */
const NEVER_MS = 2_147_483_647;
/** Waiting speeches: some minutes. */
const WAITING_MAX = 20;

/**
 * Hearing, turn taking and speaking of one call: LiveKit's AgentSession with our own audio input and output, model and voice.
 * Speeches are spoken one after the other, in the order of `say`.
 */
export class SpeechSession {
  #options: SpeechSessionOptions;
  #emit: (event: SpeechEvent) => void;
  #session: voice.AgentSession;
  #agent: SpeakingAgent;
  /** Takes the sound of the caller. */
  readonly ear = new CallAudioInput();
  #output: CallAudioOutput;
  #hearing: Hearing;
  #queue: Speech[] = [];
  #current: CurrentSpeech | undefined;
  #words = new PendingWords();
  readonly #endpointing: TurnEndpointing;
  /** Resolves when earlier words have their advice of the endpointing server. */
  #advised: Promise<unknown> = Promise.resolve();
  readonly #usedVoices = new Set<VoiceChain>();
  #closed = false;

  constructor(options: SpeechSessionOptions) {
    this.#options = options;
    this.#usedVoices.add(options.voices);
    this.#emit = options.onEvent;
    this.#output = new CallAudioOutput({
      onFrame: options.onFrame,
      onSectionStarted: () => this.#onSectionStarted(),
      onSectionFinished: (utterance, index) => this.#onSectionFinished(utterance, index),
      onPassage: (utterance) => this.#onPassage(utterance),
      onPaused: () => this.#current && this.#emit({ type: "speech-paused", speech: this.#current.speech }),
      onResumed: () => this.#current && this.#emit({ type: "speech-resumed", speech: this.#current.speech }),
      onUtteranceFinished: (utterance, interrupted) => this.#onUtteranceFinished(utterance, interrupted),
    });
    this.#hearing = new Hearing(options.transcribers, {
      onWords: (text, final, confidence) => this.#onWords(text, final, confidence),
      onFailure: (failure) => this.#emit({ type: "part-failed", part: "transcriber", ...failure }),
      onFellBack: (failure) => this.#emit({ type: "part-replaced", part: "transcriber", ...failure }),
    });
    this.#endpointing = new TurnEndpointing(options, this.#words, this.#hearing, (endpointing) => {
      if (!this.#closed) this.#session.updateOptions({ turnHandling: { endpointing } });
    });
    this.#agent = new SpeakingAgent({
      onUserTurn: (text) => this.#onUserTurn(text),
      model: () => this.#current?.words.stream(),
      voice: (text) => this.#voiceSound(text),
    });
    this.#session = this.#createSession();
  }

  #createSession(): voice.AgentSession {
    const { start, stop } = this.#options;
    const session = new voice.AgentSession({
      stt: this.#hearing,
      vad: new VoiceDetector(),
      llm: new UnusedModel(),
      // Browsers and `EchoCanceller` cancel the echo; the framework's warm-up would drop the caller's first words.
      aecWarmupDuration: null,
      userAwayTimeout: NEVER,
      ttsReadIdleTimeout: NEVER_MS,
      forwardAudioIdleTimeout: NEVER_MS,
      connOptions: { maxUnrecoverableErrors: Number.POSITIVE_INFINITY },
      turnHandling: {
        turnDetection: start.usesDetector
          ? new CallTurnDetector((probability) => this.#endpointing.followSound(probability))
          : "vad",
        endpointing: this.#endpointing.delays,
        interruption: stop.interruption,
        // It would request a reply before the turn has ended.
        preemptiveGeneration: { enabled: false },
      },
    });
    session.input.audio = this.ear;
    session.output.audio = this.#output;
    session.on(voice.AgentSessionEventTypes.UserStateChanged, ({ newState }) => {
      if (newState !== "away") this.#emit({ type: "user-speaking", speaking: newState === "speaking" });
    });
    // Errors are reported where they happen; an emitter without a listener would throw them.
    session.on(voice.AgentSessionEventTypes.Error, () => {});
    session.on(voice.AgentSessionEventTypes.Close, ({ error }) => {
      if (!this.#closed) this.#emit({ type: "stopped", message: error ? String(error) : "The speech session closed." });
    });
    return session;
  }

  async start(): Promise<void> {
    await this.#session.start({ agent: this.#agent, record: false });
  }

  /** Plays the next 10 ms, at `callMs` on the call's clock. */
  tick(callMs: number): void {
    this.#output.tick(callMs);
  }

  /** Takes words of the caller that the browser recognized. */
  hear(text: string, final: boolean): void {
    this.#hearing.hear(text, final);
  }

  set assistantMuted(muted: boolean) {
    this.#output.muted = muted;
  }

  /** Keeps speeches from starting. Returns a function that ends the hold. */
  hold(): () => void {
    return this.#output.hold();
  }

  /** The caller is away: cuts off the current speech and holds the next ones. `release` ends the hold. */
  standBy(): { release: () => void; cutOff: Speech | undefined } {
    const release = this.hold();
    if (!this.#current?.isHeard) return { release, cutOff: undefined };
    this.#current.cutOffByCall = true;
    this.#current.handle?.interrupt(true);
    return { release, cutOff: this.#current.speech };
  }

  #holdFor(durationMs: number): void {
    if (durationMs > 0) setTimeout(this.hold(), durationMs);
  }

  /** The speech that is being generated or spoken. */
  get current(): Speech | undefined {
    return this.#current?.speech;
  }

  /** Queues a speech, `first` before those that wait. A full queue drops the oldest speech: the newest may be the farewell. */
  say(speech: Speech, { first = false } = {}): void {
    if (first) this.#queue.unshift(speech);
    else this.#queue.push(speech);
    this.#sayNext();
    if (this.#queue.length <= WAITING_MAX) return;
    const [oldest] = this.#queue;
    if (oldest) this.drop(oldest);
  }

  /** Removes a waiting speech. No effect on other ones. */
  drop(speech: Speech): void {
    const index = this.#queue.indexOf(speech);
    if (index < 0) return;
    this.#queue.splice(index, 1);
    speech.dropped?.();
    this.#emit({ type: "speech-dropped", speech });
  }

  /** Other transcribers hear from now on. */
  hearWith(transcribers: readonly CallTranscriber[]): void {
    this.#hearing.use(transcribers);
  }

  #sayNext(): void {
    if (this.#current || this.#closed) return;
    const speech = this.#queue.shift();
    if (!speech) return;
    const stopper = new AbortController();
    const words = new SpeechWords(speech, {
      emit: this.#emit,
      keepsOutput: this.#options.keepsOutput,
      stopped: stopper.signal,
    });
    this.#current = { speech, words, stopper, section: { playedMs: 0, passages: 0 } };
    const handle = this.#ask(speech);
    if (!handle) return;
    this.#current.handle = handle;
    handle.addDoneCallback(() => this.#onHandleDone(handle));
  }

  /** Undefined if the session has stopped by itself. Does not throw, because the caller may be a timer. */
  #ask({ interruptible }: Speech): voice.SpeechHandle | undefined {
    try {
      return this.#session.generateReply({ allowInterruptions: interruptible });
    } catch (error) {
      this.#current = undefined;
      this.#emit({ type: "stopped", message: String(error) });
      return undefined;
    }
  }

  /** Cuts off the current speech and drops the waiting ones, but those that it `spares`. */
  interrupt(by: "caller" | "call", spares: (speech: Speech) => boolean = () => false): void {
    for (const speech of this.#queue.filter((each) => !spares(each))) this.drop(speech);
    if (!this.#current || spares(this.#current.speech)) return;
    this.#current.cutOffByCall = by === "call";
    this.#current.handle?.interrupt(true);
  }

  #voiceSound(text: ReadableStream<string>): ReturnType<typeof synthesize> | undefined {
    if (!this.#current) return undefined;
    const { speech, words, stopper } = this.#current;
    return synthesize(text, {
      voices: () => this.#voicesOf(words.delivery),
      onPassage: (passage) => this.#emit({ type: "voice-input", text: passage }),
      onFirstSound: () => this.#emit({ type: "voice-first-sound", speech }),
      onSuccess: () => this.#emit({ type: "part-succeeded", part: "voice" }),
      onFailure: (failure) => this.#emit({ type: "part-failed", part: "voice", ...failure }),
      onEnd: () => words.wereAllHeard(),
      signal: stopper.signal,
    });
  }

  #voicesOf(delivery: Delivery): VoiceChain {
    const voices = this.#options.voicesOf(delivery);
    this.#usedVoices.add(voices);
    return voices;
  }

  #onSectionStarted(): void {
    if (!this.#current) return;
    Object.assign(this.#current, { isHeard: true, isSounding: true });
    this.#emit({ type: "speech-started", speech: this.#current.speech });
  }

  #onPassage({ text, playedMs }: Utterance): void {
    if (!this.#current) return;
    const { speech, section } = this.#current;
    const speechText = text.textBegunBy(playedMs);
    this.#emit({ type: "speech-text", speech, text: text.textBegunBy(playedMs, section.passages), speechText });
  }

  #onSectionFinished(utterance: Utterance, index: number): void {
    const current = this.#current;
    const end = utterance.sectionEnds[index];
    if (!current || !end) return;
    const output = current.words.takeOutput(index + 1);
    if (current.isSounding) {
      const section = spokenSection(utterance, current.section, end, Number.POSITIVE_INFINITY);
      this.#emit({
        type: "speech-section",
        speech: current.speech,
        section: { ...section, delivery: current.words.delivery, output },
      });
    }
    current.isSounding = false;
    current.section = end;
    current.words.wereHeard(index + 1);
  }

  #onUtteranceFinished(utterance: Utterance, isCleared: boolean): void {
    const current = this.#current;
    // Between two sections there is no sound to be cleared.
    const interrupted = isCleared || current?.handle?.interrupted === true;
    if (interrupted) current?.stopper.abort();
    if (!current || !utterance.hasStarted) return;
    const { text, playedMs } = utterance;
    const isCutOff = interrupted && current.isSounding === true;
    const end = { playedMs, passages: text.passageCount };
    const { delivery } = current.words;
    current.spoken = {
      delivery,
      text: interrupted ? joinWords(text.wordsUntil(playedMs)) : text.text,
      interrupted,
      interruptedByCaller: isCutOff && !current.cutOffByCall,
      ...(current.isSounding && {
        section: {
          ...spokenSection(utterance, current.section, end, interrupted ? playedMs : Number.POSITIVE_INFINITY),
          delivery,
          output: current.words.takeOutput(),
        },
      }),
    };
    this.#report();
    if (isCutOff) this.#holdFor(this.#options.stop.backoffMs);
  }

  /** Called once per speech: when its sound ends, or when the session is done with it. */
  #report(): void {
    if (!this.#current?.spoken) return;
    const { speech, spoken } = this.#current;
    this.#emit({ type: "speech-done", speech, spoken });
  }

  #onHandleDone(handle: voice.SpeechHandle): void {
    const current = this.#current;
    if (current?.handle !== handle) return;
    if (!current.spoken) {
      const { delivery } = current.words;
      const interrupted = handle.interrupted || delivery.soundUrl !== undefined;
      current.spoken = { delivery, text: "", interrupted, interruptedByCaller: false };
      this.#report();
    }
    this.#current = undefined;
    this.#sayNext();
    const heldWords = this.#words.passHeld();
    if (heldWords === "") return;
    this.#endpointing.followWords();
    this.#hearing.release(heldWords);
  }

  #onWords(text: string, final: boolean, confidence: number | undefined): boolean {
    this.#emit({ type: "user-words", text, final, confidence });
    this.#words.hear(text, final);
    const isForSession = this.#current?.spoken !== undefined || !this.#current || this.#hearsOver(this.#current, text, final);
    if (!isForSession || !final) return isForSession;
    this.#words.pass(text);
    this.#endpointing.followWords();
    return !this.#awaitAdvice(text);
  }

  /** Words during a speech. True when the session acts on them. */
  #hearsOver({ speech, isHeard }: CurrentSpeech, text: string, final: boolean): boolean {
    const { stop } = this.#options;
    if (isHeard && stop.acknowledges(text)) {
      if (final) this.#emit({ type: "user-acknowledged", text });
      return false;
    }
    if (!speech.interruptible) {
      // The framework would drop these words.
      if (final) this.#words.hold(text);
      return false;
    }
    if (isHeard && stop.insists(text)) this.interrupt("caller");
    return true;
  }

  /** The session's wait begins with the words, so it gets them after the endpointing server's answer. False without such a server. */
  #awaitAdvice(text: string): boolean {
    const advice = this.#options.adviseEndpointing?.(this.#words.passed);
    if (!advice) return false;
    this.#advised = Promise.all([advice, this.#advised]).then(([seconds]) => {
      this.#endpointing.followWords(seconds);
      const { speech, spoken } = this.#current ?? {};
      // The speech may have begun in the meantime.
      if (speech && !speech.interruptible && !spoken) this.#words.takeBack(text);
      else this.#hearing.release(text);
    });
    return true;
  }

  #onUserTurn(text: string): void {
    // Those words were reported when the session closed.
    if (this.#closed) return;
    this.#words.becomeTurn();
    this.#holdFor(this.#options.start.waitMs);
    this.#emit({ type: "user-turn", text });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    if (this.#current) this.#current.cutOffByCall = true;
    // Reports the current speech before the framework tears it down.
    this.#output.clearBuffer();
    const { text } = this.#words;
    if (text !== "") this.#emit({ type: "user-turn", text });
    await this.#session.close();
    await this.ear.close();
    await this.#hearing.close();
    for (const voices of this.#usedVoices) await voices.close();
  }
}

/** Limit of frames that the session has not read yet, which is never reached here. */
const NO_BACKPRESSURE = { highWaterMark: 1_000_000 };

/** The assistant's ear: hands pushed audio to the session. */
class CallAudioInput extends voice.AudioInput {
  #writer: WritableStreamDefaultWriter<AudioFrame>;
  #closed = false;

  constructor() {
    super();
    const { readable, writable } = new TransformStream<AudioFrame, AudioFrame>(undefined, NO_BACKPRESSURE, NO_BACKPRESSURE);
    this.#writer = writable.getWriter();
    this.multiStream.addInputStream(readable);
  }

  push(pcm: Int16Array): void {
    // A write fails only if the session has closed the stream: then nothing reads it.
    if (!this.#closed) this.#writer.write(new AudioFrame(pcm, SAMPLE_RATE, 1, pcm.length)).catch(() => {});
  }

  override async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#writer.close().catch(() => {});
    await super.close();
  }
}

interface SpeakingAgentNodes {
  onUserTurn(text: string): void;
  /** The words of the current speech. */
  model(): ReadableStream<string> | undefined;
  voice(text: ReadableStream<string>): ReadableStream<AudioFrame> | undefined;
}

/**
 * The framework's agent. It never answers by itself: it passes user turns to the call, which requests speeches with its own model and voice. All
 * speeches go through `generateReply`: after an interruption it commits the words that were spoken, while `say` commits the whole text.
 */
class SpeakingAgent extends voice.Agent {
  #nodes: SpeakingAgentNodes;

  constructor(nodes: SpeakingAgentNodes) {
    super({ instructions: "" });
    this.#nodes = nodes;
  }

  override async onUserTurnCompleted(_context: llm.ChatContext, message: llm.ChatMessage): Promise<void> {
    const text = message.textContent?.trim();
    if (text) this.#nodes.onUserTurn(text);
    throw new voice.StopResponse();
  }

  override async llmNode(): ReturnType<voice.Agent["llmNode"]> {
    return (this.#nodes.model() ?? null) as Awaited<ReturnType<voice.Agent["llmNode"]>>;
  }

  override async ttsNode(text: Parameters<voice.Agent["ttsNode"]>[0]): ReturnType<voice.Agent["ttsNode"]> {
    return (this.#nodes.voice(text as ReadableStream<string>) ?? null) as Awaited<ReturnType<voice.Agent["ttsNode"]>>;
  }
}

type SectionEdge = Utterance["sectionEnds"][number];

/** The words that were heard between two edges, until `heardMs`. */
function spokenSection(
  utterance: Utterance,
  from: SectionEdge,
  to: SectionEdge,
  heardMs: number,
): Omit<SpokenSection, "delivery" | "output"> {
  const callMs = (atMs: number) => Math.round(utterance.callMsAt(atMs) ?? 0);
  const words = utterance.text
    .wordsUntil(heardMs, from.passages, to.passages)
    .map(({ text, startMs }) => ({ text, startMs: callMs(startMs) }));
  const isWhole = heardMs === Number.POSITIVE_INFINITY;
  const text = isWhole ? utterance.text.textFrom(from.passages, to.passages) : joinWords(words);
  return { text, words, startMs: callMs(from.playedMs), endMs: callMs(to.playedMs) };
}

function joinWords(words: readonly { text: string }[]): string {
  return words.map(({ text }) => text).join(" ");
}

/** The session requires a model; the agent's own node answers instead. */
class UnusedModel extends llm.LLM {
  override label(): string {
    return "callwright.UnusedModel";
  }

  override chat(): llm.LLMStream {
    throw new Error("The conversation answers, not the session's model.");
  }
}
