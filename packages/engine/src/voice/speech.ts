import type { TimedWord } from "@callwright/contract";
import type { TurnPart } from "../conversation/conversation.ts";

/** Something for the assistant to say. */
export interface Speech {
  /** The turn it answers. */
  turn: number;
  /** Called when it is its turn to be spoken. */
  parts(signal: AbortSignal): AsyncIterable<TurnPart>;
  /** May the caller's voice cut it off? */
  interruptible: boolean;
}

/** What of a speech was heard. Times are on the call's clock; absent when nothing was. */
export interface SpokenSpeech {
  text: string;
  interrupted: boolean;
  /** By the caller's voice or typing, not by the call itself. */
  interruptedByCaller: boolean;
  sound?: { words: TimedWord[]; startMs: number; endMs: number };
}
