import type { ConversationMessage, Turn } from "@callwright/contract";
import type { AppChannel } from "./app-channel.ts";
import type { CallClock } from "./call-clock.ts";
import type { CallLog } from "./call-log.ts";
import type { FailingPart } from "./failure-count.ts";
import type { PartialLines } from "./partial-lines.ts";
import type { SpokenSpeech } from "./speech.ts";
import { placeWords } from "./spoken-text.ts";
import { TurnClock } from "./turn-clock.ts";
import { UserSpeech } from "./user-speech.ts";

export interface CallReportOptions {
  clock: CallClock;
  log: CallLog;
  partials: PartialLines;
  app: AppChannel;
  /** Somebody began or ended to speak, or typed. */
  onActivity(): void;
}

/** An answer that has not begun this long after its question may be asked for again. */
const ANSWER_WITHIN_MS = 3_000;

type Milestone = Exclude<keyof Turn, "index" | "trigger" | "speechEndMs">;

/** Tells what happens in a call as it happens: to the call's log, and to the client in messages and telemetry. Keeps the turns' times for it. */
export class CallReport {
  #options: CallReportOptions;
  #turns = new TurnClock();
  #userSpeech: UserSpeech;
  /** The turn the caller spoke last. */
  #spokenTurn = -1;

  constructor(options: CallReportOptions) {
    this.#options = options;
    this.#userSpeech = new UserSpeech(options.clock);
  }

  // Turns

  /** A turn that no speech of the caller began. Answers its index. */
  beginTurn(trigger: Exclude<Turn["trigger"], "speech">): number {
    return this.#turns.begin(trigger, trigger === "opening" ? 0 : this.#options.clock.nowMs);
  }

  /** True when it is news. */
  mark(turn: number, milestone: Milestone, atMs = this.#options.clock.nowMs): boolean {
    return this.#turns.mark(turn, milestone, atMs);
  }

  tellTurn(index: number): void {
    const turn = this.#turns.get(index);
    if (!turn) return;
    this.#options.log.add("turn", turn);
    this.#options.app.sendTelemetry({ type: "turn", turn });
  }

  // The caller

  get isUserSpeaking(): boolean {
    return this.#userSpeech.isSpeaking;
  }

  /** For how long a turn may still come of what the caller said; 0 when nothing was. */
  get userTurnPendingMs(): number {
    return this.#userSpeech.pendingMs;
  }

  /** The caller asked aloud a moment ago, and has not heard the answer begin. */
  get isAnswerPending(): boolean {
    const turn = this.#turns.get(this.#spokenTurn);
    if (turn?.turnCommittedMs === undefined || turn.firstFrameSentMs !== undefined) return false;
    return this.#options.clock.nowMs - turn.turnCommittedMs < ANSWER_WITHIN_MS;
  }

  userSpeaking(speaking: boolean): void {
    if (speaking) this.#userSpeech.started();
    else if (this.#userSpeech.isSpeaking) this.#userSpeech.stopped();
    else return;
    this.#speaking("user", speaking ? "started" : "stopped", this.#turns.nextIndex);
  }

  userWords(text: string, final: boolean): void {
    this.#options.onActivity();
    if (final) this.#userSpeech.transcribed();
    this.#options.partials.userWords(text, final);
    const transcriptType = final ? "final" : "partial";
    this.#options.app.send({ type: "transcript", role: "user", transcriptType, transcript: text });
  }

  /** Words that make no turn belong to the one before. */
  userAside(text: string): void {
    const { startMs, endMs } = this.#userSpeech.take();
    this.#userSaid(text, Math.max(this.#turns.nextIndex - 1, 0), { startMs, endMs, typed: false });
  }

  /** Answers the index of the turn that begins. */
  userTurn(text: string): number {
    const { startMs, endMs, milestones } = this.#userSpeech.take();
    const turn = this.#turns.begin("speech", endMs, milestones);
    this.#spokenTurn = turn;
    this.mark(turn, "turnCommittedMs");
    this.#userSaid(text, turn, { startMs, endMs, typed: false });
    return turn;
  }

  /** Answers the index of the turn that begins. */
  userTyped(text: string, typedMs: number): number {
    const turn = this.#turns.begin("text", typedMs);
    this.#options.onActivity();
    this.#userSaid(text, turn, { startMs: typedMs, endMs: typedMs, typed: true });
    this.#options.app.send({ type: "transcript", role: "user", transcriptType: "final", transcript: text, typed: true });
    return turn;
  }

  #userSaid(text: string, turn: number, said: { startMs: number; endMs: number; typed: boolean }): void {
    const { typed } = said;
    const startMs = Math.round(said.startMs);
    const endMs = Math.round(said.endMs);
    const words = placeWords(text, startMs, endMs).map((word) => ({ text: word.text, startMs: word.startMs }));
    if (!typed) this.#options.partials.said("user");
    this.#options.log.add("user.said", { text, startMs, endMs, turn, typed, ...(typed ? {} : { words }) });
  }

  // The assistant

  assistantStarted(turn: number): void {
    this.mark(turn, "firstFrameSentMs");
    this.#options.app.sendTelemetry({ type: "speech-started", turn });
    this.#speaking("assistant", "started", turn);
    this.tellTurn(turn);
  }

  /** What of its text is being spoken. */
  assistantSays(turn: number, text: string): void {
    this.#options.partials.assistantWords(text);
    this.#options.app.send({ type: "transcript", role: "assistant", transcriptType: "partial", transcript: text });
    this.#options.app.send({ type: "assistant.speechStarted", text, turn });
  }

  assistantHushed(turn: number): void {
    this.#options.app.sendTelemetry({ type: "speech-hushed", turn });
  }

  assistantResumed(turn: number): void {
    this.#options.app.sendTelemetry({ type: "speech-resumed", turn });
  }

  /** What of a speech was heard. One that made no sound had only its times. */
  assistantSaid(turn: number, { text, interrupted, sound }: SpokenSpeech): void {
    this.#options.onActivity();
    if (!sound) {
      this.#options.partials.dropped("assistant");
      this.tellTurn(turn);
      return;
    }
    const { words, startMs, endMs } = sound;
    const heard = { text, startMs: Math.round(startMs), endMs: Math.round(endMs), turn, words, interrupted };
    this.#options.partials.said("assistant");
    this.#options.log.add("assistant.said", heard);
    this.#options.app.send({ type: "transcript", role: "assistant", transcriptType: "final", transcript: text });
    this.#speaking("assistant", "stopped", turn);
  }

  userInterrupted(turn: number): void {
    this.#options.log.add("user.interrupted", { turn });
    this.#options.app.send({ type: "user-interrupted" });
  }

  #speaking(role: "user" | "assistant", status: "started" | "stopped", turn: number): void {
    this.#options.onActivity();
    this.#options.log.add(`speech.${status}`, { role, turn });
    this.#options.app.send({ type: "speech-update", status, role, turn });
  }

  // Both

  conversation(messages: readonly ConversationMessage[]): void {
    this.#options.app.send({ type: "conversation-update", messagesOpenAIFormatted: [...messages] });
  }

  failure(part: FailingPart, provider: string, message: string): void {
    this.#options.log.add("failure", { part, provider, message });
    this.#options.app.sendTelemetry({ type: "failure", part, message });
  }
}
