import type { Voice } from "@callwright/contract";
import { rawSound } from "../sound-format.ts";
import type { VoiceService } from "../voice-service.ts";

const SAMPLE_RATE = 24_000;
/** These exist in the first generation alone. */
const FIRST_GENERATION: ReadonlySet<string> = new Set(["stella", "perseus", "angus", "helios"]);
const SPANISH: ReadonlySet<string> = new Set([
  ...["celeste", "estrella", "nestor", "sirio", "carina", "alvaro", "diana", "aquila", "selena", "javier"],
]);

/** Deepgram Aura. */
export const deepgramVoice: VoiceService = {
  provider: "deepgram",
  source: "https://developers.deepgram.com/docs/tts-models and /reference/text-to-speech/speak, 2026-11-24",
  settings: ["model", "mipOptOut"],
  baseUrl: () => "https://api.deepgram.com",
  model: (voice) => /^aura(?:-2)?/.exec(modelOf(voice))?.[0] ?? modelOf(voice),
  sampleRate: SAMPLE_RATE,
  sound: rawSound,
  request(text, { voice, apiKey }) {
    const query = new URLSearchParams({
      model: modelOf(voice),
      encoding: "linear16",
      sample_rate: String(SAMPLE_RATE),
      container: "none",
    });
    if (voice.mipOptOut) query.set("mip_opt_out", "true");
    return { path: `/v1/speak?${query}`, headers: { authorization: `Token ${apiKey}` }, body: { text } };
  },
};

/** `thalia` of aura-2 is `aura-2-thalia-en`. A whole name stays. */
function modelOf({ voiceId = "", model }: Voice): string {
  if (voiceId.startsWith("aura-")) return voiceId;
  const name = voiceId.toLowerCase();
  const generation = model ?? (FIRST_GENERATION.has(name) ? "aura" : "aura-2");
  return `${generation}-${name}-${SPANISH.has(name) ? "es" : "en"}`;
}
