import type { TestTurn } from "@callwright/contract";

/** The agent of an attempt, as its tester reaches it: in a chat, or in a call. */
export interface TestedAgent {
  /** The agent's words before the tester's first ones. Only in calls. */
  readonly greeting?: string;
  /** The tester says a message. Fails if it is aborted. */
  take(said: string, signal: AbortSignal): Promise<TakenTurn>;
  /** The tester ends the conversation. */
  leave(): Promise<void>;
}

export interface TakenTurn {
  /** Absent if the conversation had ended before. */
  turn?: TestTurn;
  /** The agent ended the conversation. */
  ends: boolean;
  /** Why the conversation cannot go on: a sentence. */
  failure?: string | undefined;
}
