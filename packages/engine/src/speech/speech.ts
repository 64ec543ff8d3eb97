import type { TimedWord } from "@callwright/contract";
import type { TurnPart } from "../conversation/conversation.ts";

/** A request to the assistant to say something. It does not change; `Delivery` and `SpokenSpeech` describe its result. */
export interface Speech {
  /** The turn it answers. */
  readonly turn: number;
  /** Called when its turn to be spoken has come. A `handoff` names the agent whose words follow. */
  parts(signal: AbortSignal): AsyncIterable<TurnPart>;
  /** Whether the caller's voice may interrupt it. */
  readonly interruptible: boolean;
  /** Answers the caller, who waits for it. */
  readonly isAnswer?: boolean;
  /** Called instead of `parts` when it is removed before its turn. */
  dropped?(): void;
}

/** What the parts of a speech say about the way it is spoken. `SpeechWords` makes a new one for each of them; all precede the first heard word. */
export interface Delivery {
  /** Who speaks, in a squad or a workflow. */
  readonly agent?: string | undefined;
  /** The history and the messages contain the model's output, not the heard words. */
  readonly keepsOutput?: boolean | undefined;
  /** A sound file is played instead of a voice. A speech whose file could not be played counts as interrupted, because nothing was heard. */
  readonly soundUrl?: string | undefined;
}

/** Words that were heard together. Times are on the call's clock. */
export interface SpokenSection {
  delivery: Delivery;
  text: string;
  /** The model's output for it. If it was cut off, this includes the words that were not spoken. */
  output: string;
  words: TimedWord[];
  startMs: number;
  endMs: number;
}

/** The part of a speech that was heard. */
export interface SpokenSpeech {
  delivery: Delivery;
  /** All words that were heard. */
  text: string;
  interrupted: boolean;
  /** Interrupted by the caller's voice or typing, not by the call itself. */
  interruptedByCaller: boolean;
  /** The last section. Absent if nothing was heard since the last `speech-section`. */
  section?: SpokenSection;
}
