/** What a caller means to say, before it is spoken in the caller's manner. */
export interface Said {
  text: string;
  /** It answers a question of the agent, and nothing else. */
  isAnswer?: boolean;
  /** A goodbye. */
  isLast?: boolean;
  /** Whether the next words come into the answer to these. Undefined: as the caller's patience is. */
  isFollowedAtOnce?: boolean | undefined;
}

/** Chooses a caller's words. */
export interface Speaker {
  /** `isCutOff`: the caller speaks into the answer, so it is a part of one. Undefined: the caller hangs up. */
  next(answer: string | undefined, signal: AbortSignal, isCutOff: boolean): Promise<Said | undefined>;
}
