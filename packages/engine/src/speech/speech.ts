import type { TimedWord } from "@callwright/contract";
import type { TurnPart } from "../conversation/conversation.ts";

/** A request to the assistant to say something. It does not change; `Delivery` and `SpokenSpeech` tell what becomes of it. */
export interface Speech {
  /** The turn it answers. */
  readonly turn: number;
  /** Called when it is its turn to be spoken. A `handoff` names the agent whose words follow. */
  parts(signal: AbortSignal): AsyncIterable<TurnPart>;
  /** May the caller's voice cut it off? */
  readonly interruptible: boolean;
  /** It answers the caller, who waits for it. */
  readonly isAnswer?: boolean;
  /** Called instead of `parts` when it is removed before its turn. */
  dropped?(): void;
}

/** What the parts of a speech say about how it is spoken. `SpeechWords` makes a new one for each of them; all precede the first word that is heard. */
export interface Delivery {
  /** Who speaks, in a squad or a workflow. */
  readonly agent?: string | undefined;
  /** The history and the messages have what its model put out, not what was heard of it. */
  readonly keepsOutput?: boolean | undefined;
  /** A sound file is played instead of a voice. A speech whose file could not be played counts as interrupted: nobody heard it. */
  readonly soundUrl?: string | undefined;
}

/** Words that were heard together. Times are on the call's clock. */
export interface SpokenSection {
  delivery: Delivery;
  text: string;
  /** What the model put out for it. Of one that was cut off, with what was still to be said. */
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
  /** By the caller's voice or typing, not by the call itself. */
  interruptedByCaller: boolean;
  /** The last section. Absent when nothing was heard since the last `speech-section`. */
  section?: SpokenSection;
}
