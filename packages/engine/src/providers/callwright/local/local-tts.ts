import { join } from "node:path";
import { type Sound, trimSilence } from "../../../media/wave.ts";
import { ProviderError } from "../../../model/provider-error.ts";
import { WorkQueue } from "../../../process/work-queue.ts";
import { PhraseTts } from "../../phrases/phrase-tts.ts";
import { findInstalledVoice } from "./installed-voice.ts";
import { pronounceable } from "./pronounceable.ts";
import { loadedVoices } from "./voice-model.ts";

/** The library uses the thread pool of the process (four threads), which recognition, files and DNS need too. */
const PARALLEL_MAX = 2;
const queue = new WorkQueue<Sound>(PARALLEL_MAX);

/** These voices have no hiss, so a low level keeps their soft consonants. */
const SILENCE_LEVEL = 200;
/** A natural voice takes a breath at a comma, so that a short first clause would sound cut. */
const LIMITS = { firstClauseMinCharacters: 40 };

export interface LocalVoiceChoice {
  /** Folder of the installed voices. */
  folder: string;
  id: string;
  speaker: number;
  /** Default: the voice's first. */
  language?: string | undefined;
}

/** A natural voice of this machine as a streaming TTS. Its model begins to load at once. Fails with a `ProviderError` if it is not installed. */
export async function createLocalVoice({ folder, id, speaker, language }: LocalVoiceChoice): Promise<PhraseTts> {
  const fail = (problem: string) => new ProviderError(problem, { provider: "callwright", part: "voice", retryable: true });
  const voice = await findInstalledVoice(folder, id);
  if (!voice) throw fail(`The voice '${id}' is not installed on this server. Install it under Voices, Local.`);
  if (speaker >= voice.speakers)
    throw fail(`The voice '${id}' has no speaker ${speaker}. Choose one from 0 to ${voice.speakers - 1}.`);
  const spoken = language ?? voice.languages[0] ?? "en";
  const model = () => loadedVoices.get(join(folder, id), voice);
  // The first sentence does not wait for it then. A failure is reported when the voice speaks.
  model().catch(() => {});
  return new PhraseTts({
    label: "callwright.local",
    provider: "callwright",
    voiceId: speaker === 0 ? id : `${id}:${speaker}`,
    ownLanguage: spoken,
    sampleRate: voice.sampleRate,
    limits: LIMITS,
    isTrimmed: true,
    load: model,
    prepare: (text) => pronounceable(text, voice.scripts),
    speak: async (text, signal) => {
      const sound = await queue.add(async () => {
        try {
          return await (await model()).speak(text, { speaker, language: spoken, signal });
        } catch {
          // The library's own message may contain the text.
          throw fail(`The voice '${id}' failed.`);
        }
      }, signal);
      return trimSilence(sound, SILENCE_LEVEL).samples;
    },
  });
}
