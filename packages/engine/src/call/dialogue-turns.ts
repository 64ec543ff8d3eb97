import { CALL_FILTER_STEPS, type PromptMessage, type SecurityFilterPlan, type ToolCall, type Turn } from "@callwright/contract";
import type { AgentTool, ToolHappening } from "../conversation/agent-tool.ts";
import { createSecurityFilter, type FilteredText, filteredBy } from "../foreign-text/security-filter.ts";
import { WorkAllowance } from "../foreign-text/work-allowance.ts";
import type { CallClock } from "../model/call-clock.ts";
import type { SpokenSection } from "../speech/speech.ts";
import { placeWords } from "../speech/spoken-text.ts";
import type { Report } from "./call-reporter.ts";
import { TurnClock } from "./turn-clock.ts";
import { UserSpeech } from "./user-speech.ts";

export interface DialogueTurnsOptions {
  clock: CallClock;
  report: Report;
  /** Caller or assistant began or stopped speaking, or the caller typed. */
  onActivity(): void;
  /** Filters the caller's spoken and written words before anything else reads them. */
  filters?: SecurityFilterPlan | undefined;
}

/** A turn that the caller began, and its words after the filters. */
export interface UserTurn {
  turn: number;
  text: string;
}

/** If an answer has not begun this long after its question, it may be requested again. */
const ANSWER_WITHIN_MS = 3_000;

type Milestone = Exclude<keyof Turn, "index" | "trigger" | "speechEndMs" | "toolStartedMs" | "toolFinishedMs">;

/** The turns of a dialogue: assigns speech and words to turns, keeps the turns' milestones, and reports both. */
export class DialogueTurns {
  readonly #filter: (text: string) => FilteredText;
  #options: DialogueTurnsOptions;
  #turns = new TurnClock();
  #userSpeech: UserSpeech;
  /** The latest turn that the caller began by speaking. */
  #spokenTurn = -1;
  readonly #muted = new MutedTimes();
  /** When a person had the call. The words that the person had spoken were heard then. */
  readonly #takenOver = new MutedTimes();
  /** The supervisors whose words are spoken, by the turns of these. */
  readonly #orderedBy = new Map<number, string>();
  /** The turns in which tools were called. */
  #toolTurns = new WeakMap<ToolCall, number>();

  constructor(options: DialogueTurnsOptions) {
    this.#options = options;
    const filter = createSecurityFilter(options.filters);
    const allowance = new WorkAllowance(CALL_FILTER_STEPS, () => options.clock.nowMs);
    this.#filter = (text) => (filter ? allowance.use((budget) => filter(text, budget)) : { text, filters: [] });
    this.#userSpeech = new UserSpeech(options.clock);
  }

  /** Begins a turn without speech of the caller. Answers its index. */
  begin(trigger: Exclude<Turn["trigger"], "speech">): number {
    return this.#turns.begin(trigger, trigger === "opening" ? 0 : this.#options.clock.nowMs);
  }

  /** True when the turn had not reached the milestone before. */
  mark(turn: number, milestone: Milestone, atMs = this.#options.clock.nowMs): boolean {
    return this.#turns.mark(turn, milestone, atMs);
  }

  reportTurn(index: number): void {
    const turn = this.#turns.get(index);
    if (turn) this.#options.report({ type: "turn-changed", turn });
  }

  // The caller

  get isUserSpeaking(): boolean {
    return this.#userSpeech.isSpeaking;
  }

  /** How long the caller's last words may still become a turn; 0 without such words. */
  get userTurnPendingMs(): number {
    return this.#userSpeech.pendingMs;
  }

  /** The caller has just asked aloud, and the answer has not begun. */
  get isAnswerPending(): boolean {
    const turn = this.#turns.get(this.#spokenTurn);
    if (turn?.turnCommittedMs === undefined || turn.firstFrameSentMs !== undefined) return false;
    return this.#options.clock.nowMs - turn.turnCommittedMs < ANSWER_WITHIN_MS;
  }

  userSpeaking(speaking: boolean): void {
    if (speaking) this.#userSpeech.started();
    else if (this.#userSpeech.isSpeaking) this.#userSpeech.stopped();
    else return;
    this.#options.onActivity();
    this.#options.report({ type: speaking ? "speech-started" : "speech-stopped", role: "user", turn: this.#turns.nextIndex });
  }

  userWords(text: string, final: boolean, confidence: number | undefined): void {
    this.#options.onActivity();
    if (final) this.#userSpeech.transcribed(confidence);
    else this.#userSpeech.heard();
    this.#options.report({ type: "user-words", text, final });
  }

  /** An acknowledgement is not a turn; it belongs to the previous one. */
  userAcknowledged(text: string): void {
    const words = this.#filter(text);
    const { startMs, endMs } = this.#userSpeech.take();
    this.#reportUserSaid(words, Math.max(this.#turns.nextIndex - 1, 0), { startMs, endMs, typed: false });
  }

  userTurn(text: string): UserTurn {
    const words = this.#filter(text);
    const { startMs, endMs, milestones, confidence } = this.#userSpeech.take();
    const turn = this.#turns.begin("speech", endMs, milestones);
    this.#spokenTurn = turn;
    this.mark(turn, "turnCommittedMs");
    this.#reportUserSaid(words, turn, { startMs, endMs, typed: false, ...(confidence !== undefined && { confidence }) });
    return { turn, text: words.text };
  }

  userTyped({
    text,
    typedMs,
    byKeys = false,
    by,
  }: {
    text: string;
    typedMs: number;
    byKeys?: boolean;
    by?: string | undefined;
  }): UserTurn {
    const words = this.#filter(text);
    const turn = this.#turns.begin("text", typedMs);
    this.#options.onActivity();
    this.#reportUserSaid(words, turn, { startMs: typedMs, endMs: typedMs, typed: true, ...(byKeys && { byKeys }), by });
    return { turn, text: words.text };
  }

  #reportUserSaid(
    { text, filters }: FilteredText,
    turn: number,
    said: { startMs: number; endMs: number; typed: boolean; byKeys?: boolean; confidence?: number; by?: string | undefined },
  ): void {
    const { typed, byKeys, confidence, by } = said;
    const startMs = Math.round(said.startMs);
    const endMs = Math.round(said.endMs);
    const words = placeWords(text, startMs, endMs).map((word) => ({ text: word.text, startMs: word.startMs }));
    const heard = {
      ...(typed ? {} : { words }),
      ...(confidence !== undefined && { confidence }),
      ...filteredBy(filters),
      ...(byKeys && { byKeys }),
      ...(by !== undefined && { by }),
    };
    this.#options.report({ type: "user-said", text, startMs, endMs, turn, typed, ...heard });
  }

  /** A message that a client, a supervisor or a hook adds. Answers it after the filters. */
  added({ role, content: given }: PromptMessage, by?: string): PromptMessage {
    const isFiltered = role === "user" || role === "assistant";
    const { text: content, filters } = isFiltered ? this.#filter(given ?? "") : { text: given ?? "", filters: [] };
    this.#options.report({ type: "message-added", role, content, ...filteredBy(filters), ...(by !== undefined && { by }) });
    return { role, content };
  }

  /** The text that the caller's page asks the assistant to say, after the filters. */
  toSay(given: string): string {
    const { text, filters } = this.#filter(given);
    if (filters.length > 0) this.#options.report({ type: "control", control: "say", filtered: filters });
    return text;
  }

  // The assistant

  /** A supervisor has the assistant say what is spoken in the turn. */
  orderedBy(turn: number, by: string): void {
    this.#orderedBy.set(turn, by);
  }

  /** Is it a supervisor who has the turn spoken? */
  isOrdered(turn: number): boolean {
    return this.#orderedBy.has(turn);
  }

  assistantMuted(muted: boolean): void {
    this.#muted.set(muted, this.#options.clock.nowMs);
  }

  takenOver(isTaken: boolean): void {
    this.#takenOver.set(isTaken, this.#options.clock.nowMs);
  }

  /** How much of the words the caller has heard, if not all. */
  #heardOf(turn: number, { startMs, words }: Pick<SpokenSection, "startMs" | "words">): "not" | "partly" | undefined {
    const isMuted = (atMs: number) => (this.#takenOver.has(atMs) ? !this.isOrdered(turn) : this.#muted.has(atMs));
    const times = words.length > 0 ? words.map((word) => word.startMs) : [startMs];
    const muted = times.filter(isMuted).length;
    if (muted === 0) return undefined;
    return muted === times.length ? "not" : "partly";
  }

  assistantStarted(turn: number): void {
    this.mark(turn, "firstFrameSentMs");
    this.#options.onActivity();
    this.#options.report({ type: "speech-started", role: "assistant", turn });
    this.reportTurn(turn);
  }

  /** A section of a speech was heard. */
  assistantSaid(turn: number, section: SpokenSection, interrupted: boolean): void {
    const { text, output, words, startMs, endMs } = section;
    const { agent: speaker, keepsOutput } = section.delivery;
    const { onActivity, report } = this.#options;
    const by = this.#orderedBy.get(turn);
    const heard = this.#heardOf(turn, section);
    onActivity();
    report({
      type: "assistant-said",
      text,
      startMs: Math.round(startMs),
      endMs: Math.round(endMs),
      turn,
      words,
      interrupted,
      ...(keepsOutput && { output }),
      ...(speaker !== undefined && { speaker }),
      ...(by !== undefined && { by }),
      ...(heard && { heard }),
    });
    report({ type: "speech-stopped", role: "assistant", turn });
  }

  /** A tool was called in the turn `current`, or in the latest, or has answered. `pageTool`: the tool, where the caller's page runs it. */
  tool(happening: ToolHappening, current: number | undefined, pageTool: AgentTool | undefined): void {
    const { clock, report, onActivity } = this.#options;
    const turn = this.#toolTurns.get(happening.call) ?? current ?? Math.max(this.#turns.nextIndex - 1, 0);
    onActivity();
    if (happening.type === "tool-called") {
      this.#toolTurns.set(happening.call, turn);
      this.#turns.markTool(turn, "toolStartedMs", clock.nowMs);
      report({ ...happening, turn, pageTool });
    } else {
      this.#turns.markTool(turn, "toolFinishedMs", clock.nowMs);
      report({ ...happening, turn });
    }
  }

  /** A speech ended without a further sound. */
  assistantSilent(turn: number): void {
    this.#options.onActivity();
    this.#options.report({ type: "assistant-silent" });
    this.reportTurn(turn);
  }
}

/** When the assistant was not heard. */
class MutedTimes {
  /** The latest last. `untilMs`: Infinity while it lasts. */
  readonly #times: { fromMs: number; untilMs: number }[] = [];

  /** Without effect when it is muted, or not, already. */
  set(isMuted: boolean, nowMs: number): void {
    const last = this.#times.at(-1);
    const wasMuted = last?.untilMs === Number.POSITIVE_INFINITY;
    if (isMuted && !wasMuted) this.#times.push({ fromMs: nowMs, untilMs: Number.POSITIVE_INFINITY });
    else if (!isMuted && last && wasMuted) last.untilMs = nowMs;
  }

  has(atMs: number): boolean {
    return this.#times.some(({ fromMs, untilMs }) => fromMs <= atMs && atMs < untilMs);
  }
}
