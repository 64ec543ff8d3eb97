/** What a caller does next. */
export type CallerAct = SayAct | { do: "silence"; ms: number } | { do: "hang-up"; afterMs: number };

export interface SayAct {
  do: "say";
  /** Said one after the other, each followed by its pause. A run by text says them as one message. */
  pieces: { text: string; pauseMs: number }[];
  /** The words that are for the agent: without fillers, and without words to others. */
  meant: string;
  /** `interrupt`: while the agent speaks, if it still does. */
  when: "quiet" | "interrupt";
  /** How long the caller waits before the first piece. */
  afterMs: number;
}

/** Who talks to the agent in a test or a simulation. */
export interface TestCaller {
  /**
   * How long the caller listens to the agent's next answer before speaking into it, from its first sound. Undefined: until the agent is quiet.
   * Always undefined in runs by text, where an answer is whole.
   */
  readonly listensMs?: number | undefined;
  /**
   * What the caller does after the agent's answer, or the part of it that was heard. `answer`: undefined if the agent has said nothing since the
   * last act. Fails with an `AnalysisFailure`.
   */
  next(answer: string | undefined, signal: AbortSignal): Promise<CallerAct>;
}

/** The neutral caller hangs up after this wait. */
const HANG_UP_AFTER_MS = 300;

export const HANGS_UP = { do: "hang-up", afterMs: HANG_UP_AFTER_MS } as const;

export const wordsOfAct = ({ pieces }: SayAct): string => pieces.map(({ text }) => text).join(" ");
