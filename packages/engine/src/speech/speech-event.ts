import type { ModelRepair } from "@callwright/contract";
import type { PhoneAct } from "../conversation/phone-act.ts";
import type { PartName } from "../providers/provider.ts";
import type { Speech, SpokenSection, SpokenSpeech } from "./speech.ts";

/** The reports of a `SpeechSession`. */
export type SpeechEvent =
  | { type: "user-speaking"; speaking: boolean }
  /** `confidence`: from 0 to 1, if the transcriber reports one. */
  | { type: "user-words"; text: string; final: boolean; confidence: number | undefined }
  /** "Yeah", "okay" while the assistant speaks: no reason to stop. */
  | { type: "user-acknowledged"; text: string }
  /** The last one may be words whose turn had not ended when the session closed. */
  | { type: "user-turn"; text: string }
  | { type: "model-text"; speech: Speech; text: string }
  | { type: "part-failed"; part: PartName; provider: string; message: string }
  /** A model or a transcriber failed, and another one replaces it. */
  | { type: "part-replaced"; part: PartName; provider: string; message: string }
  | { type: "part-succeeded"; part: PartName }
  /** A part of the model's answer was not for the caller, and was left out. */
  | { type: "model-repaired"; what: ModelRepair; message: string }
  /** The telephone does this after the speech; keys sound at once. */
  | { type: "phone-act"; speech: Speech; act: PhoneAct }
  /** The conversation ends after this speech. */
  | { type: "conversation-ends"; speech: Speech; endedReason: string }
  /** The voice has synthesized this text. */
  | { type: "voice-input"; text: string }
  | { type: "voice-first-sound"; speech: Speech }
  /** Sound begins: of the speech, or of a further section. */
  | { type: "speech-started"; speech: Speech }
  /** The next passage begins; `text` is the section up to the end of that passage, `speechText` the whole speech. */
  | { type: "speech-text"; speech: Speech; text: string; speechText: string }
  /** A section that is not the last was heard. */
  | { type: "speech-section"; speech: Speech; section: SpokenSection }
  /** The sound stops before its end. Sound on its way to the caller need not be played. */
  | { type: "speech-paused"; speech: Speech }
  | { type: "speech-resumed"; speech: Speech }
  /** A waiting speech was removed from the queue. */
  | { type: "speech-dropped"; speech: Speech }
  /** Sent once for every other speech. */
  | { type: "speech-done"; speech: Speech; spoken: SpokenSpeech }
  /** The session stopped by itself. */
  | { type: "stopped"; message: string };
