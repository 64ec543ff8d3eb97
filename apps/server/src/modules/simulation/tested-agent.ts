import type { TestTurn } from "@callwright/contract";
import type { SayAct } from "./caller/caller-act.ts";

/** The agent of an attempt, as its caller reaches it: in a chat, or in a call. */
export interface TestedAgent {
  /** The agent's words before the caller's first ones. Only in calls. */
  readonly greeting?: string;
  /**
   * The caller says a message. `listensMs`: how much of the answer the caller hears before the next words, in a call. Undefined: all of it. Fails if
   * it is aborted.
   */
  take(act: SayAct, signal: AbortSignal, listensMs?: number): Promise<TakenTurn>;
  /** The caller says nothing. By text there is no silence: the agent has nothing to answer. */
  wait(ms: number, signal: AbortSignal): Promise<AgentState>;
  /** The caller ends the conversation. */
  leave(afterMs: number): Promise<void>;
}

export interface AgentState {
  /** What the agent said of its own accord: in a silence, or as the rest of an answer that the caller spoke into. */
  before?: string;
  /** The agent ended the conversation. */
  ends: boolean;
  /** Why the conversation cannot go on: a sentence. */
  failure?: string | undefined;
}

export interface TakenTurn extends AgentState {
  /** Absent if the conversation had ended before. */
  turn?: TestTurn;
}
