import type { Line, OFFLINE_VOICES } from "@callwright/contract";

/** The automatic behavior of a phone call's far end. */
export type PhoneScript = readonly PhoneScriptStep[];

export type PhoneScriptStep =
  | { do: "wait"; ms: number }
  /** `voice` and `speed` instead of the caller's own. */
  | ({ do: "say"; text: string } & Manner)
  /** A tone, such as a mailbox plays before it records. */
  | { do: "beep"; hz: number; ms: number }
  /** Until the agent has spoken, and then been quiet for `quietMs`; at most `maxMs`. */
  | { do: "listen"; quietMs: number; maxMs: number }
  /** Until the agent has been speaking for `spokenMs`, to interrupt it; at most `maxMs`. What it spoke before the step counts, pauses of words too. */
  | { do: "overhear"; spokenMs: number; maxMs: number }
  /** Until further steps are added. */
  | { do: "hold" }
  /**
   * Ends what goes on at once, also in the middle of a word, and leaves out all steps before this one: it is meant to be added while the script
   * plays. At the end of a script, it hangs up at once.
   */
  | { do: "stop" };

/** How a text is spoken. */
interface Manner {
  /** Default: `rms`. */
  voice?: (typeof OFFLINE_VOICES)[number]["id"];
  /** Times the usual speed of the voice, from 0.5 to 2. Default 1. */
  speed?: number;
}

/** The person at the far end of a phone call that is simulated. */
export interface SimulatedCaller extends Manner {
  /** Default: a good telephone. */
  line?: Line;
  /** Calls of the same seed have the same noises and losses at the same times. */
  seed: number;
}

/** A far end that follows a script. Without a `caller`, its voice is not leveled, and what it says is no event. */
export interface ScriptedFarEnd {
  script: PhoneScript;
  caller?: SimulatedCaller | undefined;
}
