import { ASSISTANT_DEFAULTS, type CreateAssistant, type PromptMessage } from "@callwright/contract";
import type { AgentTool, ToolHappening } from "../conversation/agent-tool.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { PhoneAct } from "../conversation/phone-act.ts";
import type { CallClock } from "../model/call-clock.ts";
import { planStart, planStop } from "../speech/speaking-plan.ts";
import type { Speech, SpokenSection, SpokenSpeech } from "../speech/speech.ts";
import type { SpeechEvent } from "../speech/speech-event.ts";
import { SpeechSession } from "../speech/speech-session.ts";
import { type CallParts, voicesOf } from "./call-parts.ts";
import type { Report } from "./call-reporter.ts";
import { DialogueTurns, type UserTurn } from "./dialogue-turns.ts";
import { FillerWatch } from "./filler-watch.ts";
import { PartFailures } from "./part-failures.ts";
import type { Saying, SayOptions } from "./saying.ts";
import { type Ending, FAREWELL_MAX_MS, farewellOf, SpeechEndings } from "./speech-endings.ts";
import { SpeechHandoffs } from "./speech-handoffs.ts";

interface DialogueOptions {
  assistant: CreateAssistant;
  /** The first message waits for `open`. Default false. */
  opensLater?: boolean;
  parts: CallParts;
  clock: CallClock;
  report: Report;
  /** 10 ms of the assistant, silence included. */
  onFrame(pcm: Int16Array): void;
  /** Caller or assistant began or stopped speaking, or the caller typed. */
  onActivity(): void;
  /** The call has ended. */
  onEnd(endedReason: string, message?: string): void;
  /** Default: there is no telephone. */
  onPhoneAct?(act: PhoneAct): void;
  /** For the host's log: ids and causes, never words. */
  onProblem(message: string): void;
}

const FINAL = { interruptible: false, interrupts: false };

/** Connects conversation and speech session: turns replies into speech and speech into turns, and reports both. */
export class Dialogue {
  #options: DialogueOptions;
  #conversation: Conversation;
  #session: SpeechSession;
  #turns: DialogueTurns;
  #failures: PartFailures;
  #typed = new TypedQuestions((typed) => this.#answer(this.#turns.userTyped(typed)));
  #endings: SpeechEndings;
  #filler = new FillerWatch({ assistant: () => this.assistant, say: (text) => this.interject(text) });
  #onSpeechEnded = new Map<Speech, () => void>();
  /** Turns of the caller that the model does not answer. */
  #takenTurns = new Set<number>();
  /** Turns of the assistant that nobody heard, because a person had the call. */
  #unheardTurns = new Set<number>();
  #isMuted = false;
  #isTakenOver = false;
  #opened = false;
  #closed = false;
  #lastAssistantText = "";
  #modelOutput = new ModelOutput((text) => this.#options.report({ type: "model-step-ended", text }));
  #handoffs: SpeechHandoffs;
  #releaseStart: () => void;
  /** Ends the hold on speeches of an absent caller. */
  #releaseAbsence: () => void = () => {};

  constructor(options: DialogueOptions) {
    const { assistant, parts, clock, report, onActivity, onProblem } = options;
    this.#options = options;
    this.#endings = new SpeechEndings(options.onEnd, options.onPhoneAct);
    this.#failures = new PartFailures({ report, onProblem, onTooMany: (endedReason) => this.#failedTooOften(endedReason) });
    this.#conversation = parts.conversation;
    this.#turns = new DialogueTurns({ clock, report, onActivity, filters: assistant.compliancePlan?.securityFilterPlan });
    this.#session = new SpeechSession({
      start: planStart(assistant.startSpeakingPlan),
      stop: planStop(assistant.stopSpeakingPlan),
      transcribers: parts.transcribers,
      voices: parts.voices,
      voicesOf: (delivery) => voicesOf(parts, delivery),
      keepsOutput: () => this.assistant.modelOutputInMessagesEnabled,
      lastAssistantText: () => this.#lastAssistantText,
      ...(parts.adviseEndpointing && { adviseEndpointing: parts.adviseEndpointing }),
      onFrame: options.onFrame,
      onEvent: (event) => this.#onSpeechEvent(event),
    });
    this.#handoffs = new SpeechHandoffs({
      speakerName: () => this.#conversation.speaker.name,
      begin: () => this.#turns.begin("say"),
      say: (speech) => this.#queue(speech, { first: true }),
      drop: (speech) => this.#session.drop(speech),
    });
    this.#releaseStart = this.#session.hold();
  }

  /** Begins to listen and prepares the first message, which is spoken after `beginSpeaking`. */
  async start(): Promise<void> {
    await this.#session.start();
    for (const problem of this.#options.parts.transcriberProblems) this.#failures.replaced("transcriber", problem);
    if (!this.#options.opensLater) this.open();
  }

  /** Prepares the first message. */
  open(): void {
    if (this.#opened || this.#closed || this.assistant.firstMessageMode === "assistant-waits-for-user") return;
    this.#opened = true;
    const { firstMessageInterruptionsEnabled: interruptible = ASSISTANT_DEFAULTS.firstMessageInterruptionsEnabled } =
      this.assistant;
    this.#speak({ turn: this.#turns.begin("opening"), interruptible, parts: (signal) => this.#conversation.open(signal) });
  }

  beginSpeaking(): void {
    this.#releaseStart();
  }

  /** The caller is away: cuts off the current speech and holds the next ones until `resumeSpeaking`. A farewell that is cut off still ends the call. */
  standBy(): void {
    const { release, cutOff } = this.#session.standBy();
    if (cutOff) this.#endings.cutOff(cutOff);
    this.#releaseAbsence();
    this.#releaseAbsence = release;
  }

  resumeSpeaking(): void {
    this.#releaseAbsence();
  }

  /** The conversation so far, for clients: sent after each change, and to clients that join later. */
  recap(): void {
    this.#options.report({ type: "conversation-changed", messages: this.#conversation.messages });
  }

  /** Takes the sound of the caller. */
  get ear(): Pick<SpeechSession["ear"], "push"> {
    return this.#session.ear;
  }

  hear(text: string, final: boolean): void {
    if (text.trim() !== "") this.#session.hear(text.trim(), final);
  }

  /** Typing cuts off the current speech, except the answer to a question that was asked aloud just before. */
  type(text: string, by?: string): void {
    this.#options.onActivity();
    if (!this.#turns.isAnswerPending) this.#session.interrupt("caller");
    this.#typed.put({ text, typedMs: this.#options.clock.nowMs, by }, this.#turns.userTurnPendingMs);
  }

  /** The caller begins to press keys, which cuts off the current speech as a voice would. */
  keysBegin(): void {
    this.#options.onActivity();
    if (this.#session.current?.interruptible) this.#session.interrupt("caller");
  }

  pressed(keys: string): void {
    this.#typed.put({ text: keys, typedMs: this.#options.clock.nowMs, byKeys: true }, this.#turns.userTurnPendingMs);
  }

  /** Adds a message to the conversation; with `respond`, the assistant answers it. `by`: the name of the supervisor who adds it. */
  add(message: PromptMessage, respond: boolean, by?: string): void {
    const content = message.content ?? "";
    if (message.role === "user" && respond) this.type(content, by);
    else this.insert(message, respond, by);
  }

  /** As `add`, but never as if the caller had typed. */
  insert(message: PromptMessage, respond: boolean, by?: string): Saying | undefined {
    this.#add(this.#turns.added(message, by));
    return respond ? this.#reply(this.#turns.begin("text"), "") : undefined;
  }

  /** With `asWritten`, the text is not a template, see `Conversation.say`. */
  say(text: string, options: SayOptions): Saying | undefined {
    if (text.trim() === "") return undefined;
    const { interruptible, endedReason, asWritten = false, ofCaller = false, first = false, by } = options;
    if (options.interrupts) this.#session.interrupt("call");
    else if (this.#isTakenOver && by !== undefined) this.#dropUnordered();
    const words = ofCaller ? this.#turns.toSay(text) : text;
    const say = () => this.#conversation.say(words, { asWritten });
    const parts = async function* () {
      yield { type: "text" as const, text: say() };
    };
    const ending = endedReason ? { endedReason, always: false } : undefined;
    const turn = this.#turns.begin("say");
    if (by !== undefined) this.#turns.orderedBy(turn, by);
    return this.#speak({ turn, interruptible, parts }, { first, ...(ending && { ending }) });
  }

  /** Lets the model word a text after `notes`, and says it. */
  word(notes: readonly PromptMessage[], { first }: { first: boolean }): Saying {
    const parts = (signal: AbortSignal) => this.#conversation.word(notes, signal);
    return this.#speak({ turn: this.#turns.begin("say"), interruptible: true, parts }, { first });
  }

  /** Speaks while the model is awaited. False if it is not awaited. */
  interject(text: string): boolean {
    return this.#conversation.interject(text);
  }

  /** The model does not answer a turn of the caller. In time while the turn's `user-said` is reported. */
  takeTurn(turn: number): void {
    this.#takenTurns.add(turn);
  }

  sayFirstMessage(): void {
    if (this.#opened) return;
    this.#opened = true;
    if ((this.assistant.firstMessage ?? "").trim() === "") return;
    this.#speak({ turn: this.#turns.begin("say"), interruptible: false, parts: () => this.#conversation.greet() });
  }

  /** Another agent of the team has the conversation. */
  async agentStarted(name: string): Promise<void> {
    const transcribers = await this.#options.parts.team?.transcribersFor(name);
    if (transcribers && !this.#closed) this.#session.hearWith(transcribers);
  }

  /** Hangs up at once, after the assistant's message for it, if there is one. */
  sayFarewell(endedReason: string): void {
    this.#hangUp(endedReason, { interrupts: true });
  }

  /** As `sayFarewell`, but the current speech ends first. */
  endAfterSpeech(endedReason: string): void {
    const { current } = this.#session;
    if (farewellOf(this.assistant, endedReason)) this.#hangUp(endedReason, { interrupts: false });
    // The session may not be done with a speech that was heard to its end.
    else if (current && this.#onSpeechEnded.has(current)) this.#endings.set(current, { endedReason, always: true });
    else this.#endings.endSoon(endedReason);
  }

  #hangUp(endedReason: string, { interrupts }: { interrupts: boolean }): void {
    const farewell = farewellOf(this.assistant, endedReason);
    if (farewell) {
      this.say(farewell, { interruptible: false, interrupts, endedReason });
      setTimeout(() => this.#options.onEnd(endedReason), FAREWELL_MAX_MS).unref();
    } else this.#options.onEnd(endedReason);
  }

  /** `pageTool`: the tool, where the caller's page runs it. */
  toolHappened(happening: ToolHappening, pageTool: AgentTool | undefined): void {
    if (happening.type === "tool-called") this.#modelOutput.endStep();
    this.#turns.tool(happening, this.#session.current?.turn, pageTool);
    this.recap();
  }

  audible(turn: number, atMs: number): void {
    if (this.#turns.mark(turn, "firstAudibleMs", atMs)) this.#turns.reportTurn(turn);
  }

  set assistantMuted(muted: boolean) {
    this.#isMuted = muted;
    this.#turns.assistantMuted(muted);
    this.#mute();
  }

  /** A person has the call: only the words of supervisors are heard. What the assistant would say, do or end has no effect. */
  set isTakenOver(isTaken: boolean) {
    this.#isTakenOver = isTaken;
    this.#turns.takenOver(isTaken);
    if (isTaken) this.#endings.clear();
    this.#dropUnordered();
    this.#mute();
  }

  /** Cuts off and drops the assistant's own words. */
  #dropUnordered(): void {
    this.#session.interrupt("call", ({ turn }) => this.#turns.isOrdered(turn));
  }

  #mute(): void {
    const { current } = this.#session;
    const isOrdered = current !== undefined && this.#turns.isOrdered(current.turn);
    this.#session.assistantMuted = this.#isTakenOver ? !isOrdered : this.#isMuted;
  }

  tick(callMs: number): void {
    this.#session.tick(callMs);
    this.#filler.tick(this.#session.current, this.isCallerSilent);
  }

  get assistant(): CreateAssistant {
    return this.#conversation.speaker.assistant;
  }

  get isBusy(): boolean {
    return this.#session.current !== undefined || this.#turns.isUserSpeaking;
  }

  /** The caller does not speak, and what was said is answered or was no words. */
  get isCallerSilent(): boolean {
    return !this.#turns.isUserSpeaking && this.#turns.userTurnPendingMs === 0;
  }

  /** The turn of the speech that is being generated or spoken. */
  get currentTurn(): number | undefined {
    return this.#session.current?.turn;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#endings.clear();
    const silent = this.#session.close();
    this.#typed.release();
    await silent;
  }

  #onSpeechEvent(event: SpeechEvent): void {
    const { report } = this.#options;
    this.#filler.follow(event);
    switch (event.type) {
      case "user-speaking":
        this.#turns.userSpeaking(event.speaking);
        break;
      case "user-words":
        this.#failures.succeeded("transcriber");
        this.#turns.userWords(event.text, event.final, event.confidence);
        break;
      case "user-acknowledged":
        this.#turns.userAcknowledged(event.text);
        this.#typed.release();
        break;
      case "user-turn":
        this.#answer(this.#turns.userTurn(event.text));
        this.#typed.release();
        break;
      case "model-text":
        if (this.#turns.mark(event.speech.turn, "modelFirstTokenMs")) this.recap();
        report({ type: "model-output", text: event.text });
        this.#modelOutput.add(event.text);
        break;
      case "part-failed":
        if (event.part === "model") this.#modelOutput.endStep();
        this.#failures.failed(event.part, event);
        break;
      case "part-replaced":
        this.#failures.replaced(event.part, event);
        break;
      case "part-succeeded":
        if (event.part === "model") this.#modelOutput.endStep();
        this.#failures.succeeded(event.part);
        break;
      case "model-repaired":
        report(event);
        break;
      case "phone-act":
        if (!this.#isTakenOver) this.#endings.act(event.speech, event.act);
        break;
      case "conversation-ends":
        if (!this.#isTakenOver) this.#endings.set(event.speech, { endedReason: event.endedReason, always: false });
        break;
      case "voice-input":
        report({ type: "voice-input", text: event.text.trim() });
        break;
      case "voice-first-sound":
        this.#turns.mark(event.speech.turn, "voiceFirstByteMs");
        break;
      case "speech-started":
        this.#mute();
        if (this.#isTakenOver && !this.#turns.isOrdered(event.speech.turn)) this.#unheardTurns.add(event.speech.turn);
        this.#turns.assistantStarted(event.speech.turn);
        break;
      case "speech-text":
        report({ type: "assistant-words", turn: event.speech.turn, text: event.text, speechText: event.speechText });
        break;
      case "speech-section":
        this.#onSpeechSection(event.speech, event.section, false);
        break;
      case "speech-paused":
      case "speech-resumed":
        report({ type: event.type === "speech-paused" ? "assistant-paused" : "assistant-resumed", turn: event.speech.turn });
        break;
      case "speech-dropped":
        this.#turns.reportTurn(event.speech.turn);
        this.#finish(event.speech, true);
        break;
      case "speech-done":
        this.#onSpeechDone(event.speech, event.spoken);
        break;
      case "stopped":
        this.#options.onProblem(event.message);
        this.#options.onEnd("pipeline-error", event.message);
        break;
      default:
        event satisfies never;
    }
  }

  #answer({ turn, text }: UserTurn): void {
    if (this.#takenTurns.delete(turn) || this.#closed) this.#add({ role: "user", content: text });
    else this.#reply(turn, text);
  }

  #add(message: PromptMessage): void {
    this.#conversation.add(message);
    this.recap();
  }

  #onSpeechDone(speech: Speech, spoken: SpokenSpeech): void {
    if (spoken.interrupted) this.#modelOutput.endStep();
    const { delivery, text, interrupted, interruptedByCaller, section } = spoken;
    if (this.#unheardTurns.delete(speech.turn)) this.#conversation.settle("", { interrupted: true });
    else this.#conversation.settle(text, { interrupted, keepsOutput: delivery.keepsOutput });
    if (interrupted) this.#handoffs.dropAfter(speech);
    if (section) this.#onSpeechSection(speech, section, interrupted);
    else this.#turns.assistantSilent(speech.turn);
    if (interruptedByCaller) this.#options.report({ type: "user-interrupted", turn: speech.turn });
    this.#finish(speech, interrupted);
  }

  #onSpeechSection(speech: Speech, section: SpokenSection, interrupted: boolean): void {
    this.#lastAssistantText = section.text;
    this.#turns.assistantSaid(speech.turn, section, interrupted);
    this.recap();
  }

  #reply(turn: number, text: string): Saying {
    const parts = (signal: AbortSignal) => this.#conversation.reply(text, signal);
    return this.#speak({ turn, interruptible: true, isAnswer: true, parts });
  }

  #speak(speech: Speech, options: { ending?: Ending; first?: boolean } = {}): Saying {
    return this.#queue(this.#handoffs.ofOneAgent(speech), options);
  }

  #queue(speech: Speech, { ending, first = false }: { ending?: Ending; first?: boolean }): Saying {
    if (ending) this.#endings.set(speech, ending);
    const ended = new Promise<void>((resolve) => this.#onSpeechEnded.set(speech, resolve));
    this.#session.say(speech, { first });
    return { turn: speech.turn, ended };
  }

  #finish(speech: Speech, interrupted: boolean): void {
    this.#onSpeechEnded.get(speech)?.();
    this.#onSpeechEnded.delete(speech);
    this.#endings.finished(speech, interrupted);
  }

  #failedTooOften(endedReason: string): void {
    const { current } = this.#session;
    if (current) this.#endings.set(current, { endedReason, always: true });
    else this.say(this.assistant.failureMessage || ASSISTANT_DEFAULTS.failureMessage, { ...FINAL, endedReason });
  }
}

/** Gathers what a step of the model puts out. */
class ModelOutput {
  readonly #onStep: (text: string) => void;
  #text = "";

  /** `onStep` gets the complete text of a step, if it has one. */
  constructor(onStep: (text: string) => void) {
    this.#onStep = onStep;
  }

  add(text: string): void {
    this.#text += text;
  }

  /** The step ended, or was cut off. */
  endStep(): void {
    const text = this.#text.trim();
    this.#text = "";
    if (text !== "") this.#onStep(text);
  }
}

interface Typed {
  text: string;
  typedMs: number;
  /** Typed on a telephone's keypad. */
  byKeys?: boolean;
  /** Name of the supervisor who adds it. */
  by?: string | undefined;
}

/** A question that is typed while the caller speaks waits for the spoken one, so that both are separate turns, in their order. */
class TypedQuestions {
  #ask: (typed: Typed) => void;
  #waiting: Typed[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(ask: (typed: Typed) => void) {
    this.#ask = ask;
  }

  /** Asks at once when `waitMs` is 0; else on `release`, or after `waitMs` when the sound was no words. */
  put(typed: Typed, waitMs: number): void {
    this.#waiting.push(typed);
    if (waitMs === 0 && !this.#timer) this.release();
    else this.#timer ??= setTimeout(() => this.release(), waitMs);
  }

  /** Releases the wait: the spoken question became a turn, or nothing more is heard. */
  release(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const typed of this.#waiting.splice(0)) this.#ask(typed);
  }
}
