import { join } from "node:path";
import type { Sound } from "../../../media/wave.ts";
import { loadSpeechLibrary } from "../speech-library.ts";
import type { InstalledVoice, SpokenBy, VoiceModelFiles } from "./installed-voice.ts";
import { LARGE_MODEL_THREADS } from "./large-model-threads.ts";
import { LoadedModels } from "./loaded-models.ts";

/** Part of sherpa-onnx's voice. One serves many texts at once. */
interface OfflineTts {
  readonly sampleRate: number;
  readonly numSpeakers: number;
  generateAsync(request: {
    text: string;
    sid: number;
    speed: number;
    enableExternalBuffer: boolean;
    generationConfig?: Record<string, unknown>;
    /** 0 ends the text before its next sentence. */
    onProgress: () => 0 | 1;
  }): Promise<{ samples: Float32Array; sampleRate: number }>;
}

interface Library {
  OfflineTts: { createAsync(config: Record<string, unknown>): Promise<OfflineTts> };
}

/** A voice in memory. */
export interface VoiceModel {
  readonly sampleRate: number;
  readonly speakers: number;
  /** Speaks one sentence. An aborted one may still be spoken to its end, because its model cannot be stopped. */
  speak(text: string, options: { speaker: number; language: string; signal: AbortSignal }): Promise<Sound>;
}

/** Fewer sound poor, more take longer. */
const SUPERTONIC_STEPS = 5;

/** Loads the voice in `folder`. The library ends the process on files of the wrong kind, so they are checked before (`speech-process.ts`). */
export async function loadVoiceModel(folder: string, { model }: Pick<SpokenBy, "model">): Promise<VoiceModel> {
  const { OfflineTts } = loadSpeechLibrary<Library>();
  const voice = await OfflineTts.createAsync({
    // `createAsync` turns a truncated model into an exception; the constructor would end the process.
    model: { ...configOf(folder, model), numThreads: LARGE_MODEL_THREADS, provider: "cpu", debug: 0 },
    maxNumSentences: 1,
  });
  return {
    sampleRate: voice.sampleRate,
    speakers: Math.max(1, voice.numSpeakers),
    async speak(text, { speaker, language, signal }) {
      const speed = 1;
      const { samples, sampleRate } = await voice.generateAsync({
        text,
        sid: speaker,
        speed,
        // Sound in a buffer of the library's would be freed under our hands.
        enableExternalBuffer: false,
        ...(model.kind === "supertonic" && {
          generationConfig: { sid: speaker, speed, numSteps: SUPERTONIC_STEPS, extra: { lang: language } },
        }),
        onProgress: () => (signal.aborted ? 0 : 1),
      });
      return { samples: Int16Array.from(samples, toInt16), sampleRate };
    },
  };
}

function toInt16(value: number): number {
  return Math.max(-32_768, Math.min(32_767, Math.round(value * 32_767)));
}

function configOf(folder: string, files: VoiceModelFiles): Record<string, unknown> {
  const path = (file: string) => join(folder, file);
  const { kind, ...rest } = files;
  const { lexicon, ...single } = "lexicon" in rest ? rest : { ...rest, lexicon: undefined };
  const paths = Object.fromEntries(Object.entries(single).map(([name, file]) => [name, path(String(file))]));
  return { [kind]: { ...paths, ...(lexicon && { lexicon: lexicon.map(path).join(",") }) } };
}

/** A small voice takes 100 MB, a large one 700. */
const LOADED_MAX = 3;

/** The voices of the process. */
export const loadedVoices = new LoadedModels<InstalledVoice, VoiceModel>(LOADED_MAX, loadVoiceModel);
