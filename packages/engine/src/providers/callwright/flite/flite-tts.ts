import { trimSilence } from "../../../media/wave.ts";
import { PhraseTts } from "../../phrases/phrase-tts.ts";
import { synthesiseInWorker } from "./flite-pool.ts";
import { speakable } from "./speakable.ts";

/** All voices of flite speak at this rate. */
const FLITE_SAMPLE_RATE = 16_000;

/** A voice of flite as a streaming TTS. */
export class FliteTts extends PhraseTts {
  constructor(voiceId: string, synthesisePhrase = synthesiseInWorker) {
    super({
      label: "callwright.flite",
      provider: "callwright",
      voiceId,
      ownLanguage: "en",
      sampleRate: FLITE_SAMPLE_RATE,
      isTrimmed: true,
      prepare: speakable,
      speak: async (text, signal) => trimSilence(await synthesisePhrase(voiceId, text, signal)).samples,
    });
  }
}
