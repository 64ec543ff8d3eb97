import { type CreateAssistant, DEFAULT_FAILURE_MESSAGE, type PromptMessage } from "@callwright/contract";
import type { Conversation } from "../conversation/conversation.ts";
import type { AppChannel } from "./app-channel.ts";
import type { CallClock } from "./call-clock.ts";
import type { CallLog } from "./call-log.ts";
import type { CallParts } from "./call-parts.ts";
import { CallReport } from "./call-report.ts";
import { type FailingPart, FailureCount } from "./failure-count.ts";
import type { PartialLines } from "./partial-lines.ts";
import { planStart, planStop } from "./speaking-plan.ts";
import type { Speech, SpokenSpeech } from "./speech.ts";
import { SpeechSession, type SpeechSessionListener } from "./speech-session.ts";
import { TypedQuestions } from "./typed-questions.ts";

export interface DialogueOptions {
  assistant: CreateAssistant;
  parts: CallParts;
  clock: CallClock;
  log: CallLog;
  partials: PartialLines;
  app: AppChannel;
  /** 10 ms of the assistant, silence included. */
  onFrame(pcm: Int16Array): void;
  /** Somebody began or ended to speak, or typed. */
  onActivity(): void;
  /** The call is over. */
  onEnd(endedReason: string, message?: string): void;
  /** For the log: ids and causes, never words. */
  onProblem(message: string): void;
}

interface SayOptions {
  interruptible: boolean;
  interrupts: boolean;
  endedReason?: string;
  asWritten?: boolean;
}

/** The call ends once a speech was spoken. */
interface Ending {
  endedReason: string;
  /** Even when the caller cuts the speech off. */
  always: boolean;
}

/** The last sound is still on its way to the caller when it has left: hanging up waits for it. */
const TAIL_MS = 400;
/** A farewell that does not come to its end does not keep the call. */
const FAREWELL_MAX_MS = 15_000;
/** A model that has not begun after this is told of as `hang`. */
const HANG_MS = 3_000;

/** What is said in a call: turns the conversation into speech and speech into the conversation, and has both reported as they happen. */
export class Dialogue implements SpeechSessionListener {
  #options: DialogueOptions;
  #conversation: Conversation;
  #session: SpeechSession;
  #report: CallReport;
  #failures = new FailureCount();
  #typed = new TypedQuestions(({ text, typedMs }) => this.#reply(this.#report.userTyped(text, typedMs), text));
  #endings = new Map<Speech, Ending>();
  #opened = false;
  #lastAssistantText = "";
  #hangTimer: NodeJS.Timeout | undefined;
  #letGo: () => void;

  constructor(options: DialogueOptions) {
    const { assistant, parts, clock, log, partials, app, onActivity } = options;
    this.#options = options;
    this.#conversation = parts.conversation;
    this.#report = new CallReport({ clock, log, partials, app, onActivity });
    this.#session = new SpeechSession({
      start: planStart(assistant.startSpeakingPlan),
      stop: planStop(assistant.stopSpeakingPlan),
      transcriber: parts.transcriber,
      voice: parts.voice,
      fallbackVoice: parts.fallbackVoice,
      failureMessage: this.#failureMessage,
      lastAssistantText: () => this.#lastAssistantText,
      listener: this,
    });
    this.#letGo = this.#session.hold();
  }

  /** Hears and thinks from here on; the first message is made ready, and spoken once `beginSpeaking` allows it. */
  async start(): Promise<void> {
    await this.#session.start();
    if (this.#options.parts.transcriberProblem) this.onTranscriberFailure(this.#options.parts.transcriberProblem);
    if (this.#options.assistant.firstMessageMode === "assistant-waits-for-user") return;
    this.#opened = true;
    const interruptible = this.#options.assistant.firstMessageInterruptionsEnabled ?? false;
    this.#speak(this.#report.beginTurn("opening"), interruptible, (signal) => this.#conversation.open(signal));
  }

  beginSpeaking(): void {
    this.#letGo();
  }

  /** Nobody listens: what is being heard is cut off, and what was not begun waits. Returns how to go on. */
  standBy(): () => void {
    return this.#session.standBy();
  }

  /** For a client that was not there from the beginning. */
  recap(): void {
    this.#tellConversation();
  }

  // What the caller does

  push(pcm: Int16Array): void {
    this.#session.push(pcm);
  }

  hear(text: string, final: boolean): void {
    if (text.trim() !== "") this.#session.hear(text.trim(), final);
  }

  /** Typing cuts off what is being said, but for the answer to what was asked aloud just before: that is another question. */
  type(text: string): void {
    this.#options.onActivity();
    if (!this.#report.isAnswerPending) this.#session.interrupt("caller");
    this.#typed.put({ text, typedMs: this.#options.clock.nowMs }, this.#report.userTurnPendingMs);
  }

  /** Joins the conversation; with `respond`, the assistant answers to it. */
  add(message: PromptMessage, respond: boolean): void {
    const content = message.content ?? "";
    if (message.role === "user" && respond) {
      this.type(content);
      return;
    }
    this.#options.log.add("message.added", { role: message.role, content });
    this.#conversation.add(message);
    this.#tellConversation();
    if (respond) this.#reply(this.#report.beginTurn("text"), "");
  }

  /** `asWritten`: not a template, see `Conversation.say`. */
  say(text: string, options: SayOptions): void {
    if (text.trim() === "") return;
    if (options.interrupts) this.#session.interrupt("call");
    const conversation = this.#conversation;
    const turn = this.#report.beginTurn("say");
    const { interruptible, endedReason, asWritten = false } = options;
    const ending = endedReason ? { endedReason, always: false } : undefined;
    this.#speak(
      turn,
      interruptible,
      async function* () {
        yield { type: "text", text: conversation.say(text, { asWritten }) };
      },
      ending,
    );
  }

  sayFirstMessage(): void {
    if (this.#opened) return;
    this.#opened = true;
    this.say(this.#options.assistant.firstMessage ?? "", { interruptible: false, interrupts: false });
  }

  /** Hangs up, after the assistant's last message where it has one. */
  sayFarewell(endedReason: string): void {
    const farewell = this.#options.assistant.endCallMessage?.trim();
    if (farewell) {
      this.say(farewell, { interruptible: false, interrupts: true, endedReason });
      setTimeout(() => this.#options.onEnd(endedReason), FAREWELL_MAX_MS).unref();
    } else this.#options.onEnd(endedReason);
  }

  audible(turn: number, atMs: number): void {
    if (this.#report.mark(turn, "firstAudibleMs", atMs)) this.#report.tellTurn(turn);
  }

  set assistantMuted(muted: boolean) {
    this.#session.assistantMuted = muted;
  }

  tick(callMs: number): void {
    this.#session.tick(callMs);
  }

  get isBusy(): boolean {
    return this.#session.current !== undefined || this.#report.isUserSpeaking;
  }

  async close(): Promise<void> {
    clearTimeout(this.#hangTimer);
    this.#endings.clear();
    this.#typed.close();
    await this.#session.close();
  }

  // What the session tells

  onFrame(pcm: Int16Array): void {
    this.#options.onFrame(pcm);
  }

  onUserSpeaking(speaking: boolean): void {
    this.#report.userSpeaking(speaking);
  }

  onUserWords(text: string, final: boolean): void {
    this.#failures.succeeded("transcriber");
    this.#report.userWords(text, final);
  }

  onUserAside(text: string): void {
    this.#report.userAside(text);
    this.#typed.release();
  }

  onUserTurn(text: string): void {
    this.#reply(this.#report.userTurn(text), text);
    this.#typed.release();
  }

  onModelText(speech: Speech, text: string): void {
    clearTimeout(this.#hangTimer);
    if (this.#report.mark(speech.turn, "modelFirstTokenMs")) this.#tellConversation();
    this.#options.app.send({ type: "model-output", output: text });
  }

  onModelFailure(provider: string, message: string): void {
    this.#fail("model", provider, message);
  }

  onModelSuccess(): void {
    this.#failures.succeeded("model");
  }

  onConversationEnd(speech: Speech, endedReason: string): void {
    this.#endings.set(speech, { endedReason, always: false });
  }

  onVoiceInput(_speech: Speech, text: string): void {
    this.#options.app.send({ type: "voice-input", input: text.trim() });
  }

  onVoiceFirstSound(speech: Speech): void {
    this.#report.mark(speech.turn, "voiceFirstByteMs");
  }

  onVoiceSuccess(): void {
    this.#failures.succeeded("voice");
  }

  onVoiceFailure({ provider, message }: { provider: string; message: string }): void {
    this.#fail("voice", provider, message);
  }

  onTranscriberFailure(message: string): void {
    this.#fail("transcriber", this.#options.parts.transcriberProvider, message);
  }

  onSpeechStarted({ turn }: Speech): void {
    this.#report.assistantStarted(turn);
  }

  onSpeechText({ turn }: Speech, text: string): void {
    this.#report.assistantSays(turn, text);
  }

  onSpeechHushed({ turn }: Speech): void {
    this.#report.assistantHushed(turn);
  }

  onSpeechResumed({ turn }: Speech): void {
    this.#report.assistantResumed(turn);
  }

  onSpeechDropped(speech: Speech): void {
    this.#report.tellTurn(speech.turn);
    this.#finish(speech, true);
  }

  onSpeechDone(speech: Speech, spoken: SpokenSpeech): void {
    clearTimeout(this.#hangTimer);
    const { text, interrupted, interruptedByCaller, sound } = spoken;
    this.#conversation.settle(text, interrupted);
    this.#report.assistantSaid(speech.turn, spoken);
    if (sound) {
      this.#lastAssistantText = text;
      this.#tellConversation();
    }
    if (interruptedByCaller) this.#report.userInterrupted(speech.turn);
    this.#finish(speech, interrupted);
  }

  onStopped(message: string): void {
    this.#options.onProblem(message);
    this.#options.onEnd("pipeline-error", message);
  }

  // Speaking

  #reply(turn: number, text: string): void {
    this.#speak(turn, true, (signal) => this.#conversation.reply(text, signal));
  }

  #speak(turn: number, interruptible: boolean, parts: Speech["parts"], ending?: Ending): void {
    const speech: Speech = {
      turn,
      interruptible,
      parts: (signal) => {
        this.#hangTimer = setTimeout(() => this.#options.app.send({ type: "hang" }), HANG_MS);
        return parts(signal);
      },
    };
    if (ending) this.#endings.set(speech, ending);
    this.#session.say(speech);
  }

  #finish(speech: Speech, interrupted: boolean): void {
    const ending = this.#endings.get(speech);
    this.#endings.delete(speech);
    if (!ending || (interrupted && !ending.always)) return;
    setTimeout(() => this.#options.onEnd(ending.endedReason), TAIL_MS);
  }

  get #failureMessage(): string {
    return this.#options.assistant.failureMessage || DEFAULT_FAILURE_MESSAGE;
  }

  /** Something failed and was made up for; one time too many in a row ends the call. */
  #fail(part: FailingPart, provider: string, message: string): void {
    this.#report.failure(part, provider, message);
    this.#options.onProblem(`${part} of ${provider} failed`);
    const endedReason = this.#failures.failed(part, provider);
    if (!endedReason) return;
    const { current } = this.#session;
    if (current) this.#endings.set(current, { endedReason, always: true });
    else this.say(this.#failureMessage, { interruptible: false, interrupts: false, endedReason });
  }

  #tellConversation(): void {
    this.#report.conversation(this.#conversation.messages);
  }
}
