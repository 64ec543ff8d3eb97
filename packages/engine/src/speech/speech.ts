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
  /** It answers the caller, who waits for it. */
  isAnswer?: boolean;
  /** Who speaks, in a squad or a workflow. Set before its first word. */
  agent?: string | undefined;
  /** The history and the messages have what its model put out, not what was heard of it. Set before its first word is heard. */
  keepsOutput?: boolean | undefined;
  /** A sound file is played instead of a voice. Set before its first word. One that could not be played counts as interrupted: nobody knows of it. */
  soundUrl?: string | undefined;
  /** Called instead of `parts` when it is removed before its turn. */
  dropped?(): void;
}

/** Words that were heard together. Times are on the call's clock. */
export interface SpokenSection {
  text: string;
  /** What the model put out for it. Of one that was cut off, with what was still to be said. */
  output: string;
  words: TimedWord[];
  startMs: number;
  endMs: number;
}

/** What of a speech was heard. */
export interface SpokenSpeech {
  /** All of it. */
  text: string;
  interrupted: boolean;
  /** By the caller's voice or typing, not by the call itself. */
  interruptedByCaller: boolean;
  /** The last section. Absent when nothing was heard since the last `speech-section`. */
  section?: SpokenSection;
}
