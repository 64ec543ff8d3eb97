import type { CatalogRow } from "./catalog-row.ts";
import { perCharacters, perMinute, rowsOf, stated } from "./write-rows.ts";

/** The models of voices, in the order of the menu: the first one is the default. `neural` is our name for Azure's unnamed model. */

const HAIL = "https://github.com/hail-hq/hail/blob/14ba29d5792f17af54d01fe2d5782c39d79f866a/costs/tts.json";
const hail = (asOf: string, usd: number) => perCharacters(stated(HAIL, asOf), usd);
/** A copy of LiteLLM's `model_prices_and_context_window.json`. */
const LITELLM = stated(
  "https://github.com/Prajwalsrinvas/token-tariff/blob/77b8722619d64503658ecc85979802d678a5626c/model_prices_and_context_window.json",
  "2026-08-01",
);
const READ = "2026-11-29";

const ELEVENLABS = stated("https://elevenlabs.io/docs/overview/models", READ);
const TURBO_ENDS = stated("https://docs.retellai.com/deprecation-notice/2026/07-12_elevenlabs_turbo_models", "2026-07-12");
const AZURE = stated("https://learn.microsoft.com/azure/ai-services/speech-service/language-support", READ);
const CARTESIA = stated("https://docs.cartesia.ai/build-with-cartesia/tts-models/older-models", READ);
const SUNSET = {
  retires: "2026-06-01",
  successor: "sonic-3.5",
  stated: stated("https://docs.cartesia.ai/use-the-api/api-changes", READ),
};
const DEEPGRAM = stated("https://developers.deepgram.com/docs/tts-models", READ);
const INWORLD = stated("https://docs.inworld.ai/tts/tts-models", READ);
const MINIMAX = stated("https://openrouter.ai/minimax/speech-2.8-turbo", READ);
const OPENAI = stated("https://developers.openai.com/api/docs/deprecations", READ);
const RIME = stated("https://docs.rime.ai/docs/models", READ);
const RIME_CHANGES = stated("https://docs.rime.ai/docs/changelog", "2026-05-19");
const SMALLEST = stated("https://github.com/smallest-inc/smallest-ai-documentation", "2026-08-21");
const SMALLEST_ENDS = {
  retires: "2026-11-30",
  stated: stated("https://docs.jambonz.org/guides/features/tts-vendor-settings/smallest-ai", READ),
};
/**
 * OpenAI ends its whole speech endpoint. It names gpt-realtime-2.1-mini as the replacement, which only speaks over the Realtime API and may reword a
 * text: https://developers.openai.com/api/docs/guides/text-to-speech, read 2026-11-29. It does not fit our voices, so there is no successor.
 */
const OPENAI_SPEECH_ENDS = { retires: "2027-01-06", sampleRates: [24_000] };
const XAI = stated("https://docs.x.ai/developers/models/text-to-speech", "2026-04-15");

export const VOICE_ROWS: readonly CatalogRow[] = [
  ...rowsOf("voice", "11labs", ELEVENLABS, [
    [
      "eleven_flash_v2_5",
      { quality: 2, ...hail("2026-05-05", 0.05), responseMs: { ms: 75, source: ELEVENLABS.source, asOf: "2026-11-24" } },
    ],
    ["eleven_multilingual_v2", { quality: 3, ...hail("2026-05-19", 0.1) }],
    ["eleven_v3", hail("2026-05-19", 0.1)],
    ["eleven_flash_v2", { languages: ["en"], ...hail("2026-05-05", 0.05) }],
    ["eleven_turbo_v2_5", { successor: "eleven_flash_v2_5", stated: TURBO_ENDS, ...hail("2026-05-19", 0.05) }],
    ["eleven_turbo_v2", { successor: "eleven_flash_v2", languages: ["en"], stated: TURBO_ENDS }],
  ]),
  ...rowsOf("voice", "azure", AZURE, [["neural", hail("2026-05-19", 0.016)]]),
  ...rowsOf("voice", "microsoft", AZURE, [["neural", hail("2026-05-19", 0.016)]]),
  ...rowsOf("voice", "cartesia", CARTESIA, [
    // The plan Pro: 100,000 credits for 5 dollars. Each model takes one credit for a character.
    ["*", perCharacters(stated("https://apio.sh/apis/cartesia", "2026-06-21"), 0.05)],
    [
      "sonic-3.5",
      {
        since: "2026-05-04",
        quality: 3,
        responseMs: { ms: 90, source: "https://docs.cartesia.ai/2024-11-13/build-with-cartesia/models", asOf: "2026-11-24" },
      },
    ],
    ["sonic-3", { since: "2025-10-27", successor: "sonic-3.5" }],
    ["sonic-2", { successor: "sonic-3.5", languages: ["en", "de", "es", "fr", "ja", "ko", "pt", "zh"] }],
    ["sonic-turbo", { successor: "sonic-3.5", languages: ["en", "de", "es", "fr", "hi", "ja", "ko", "pt", "zh"] }],
    ["sonic", SUNSET],
    ["sonic-english", SUNSET],
    ["sonic-multilingual", SUNSET],
    ["sonic-preview", { successor: "sonic-3.5" }],
  ]),
  ...rowsOf("voice", "deepgram", DEEPGRAM, [
    ["aura-2", { quality: 2, languages: ["en", "es", "de", "fr", "nl", "it", "ja"], ...hail("2026-05-19", 0.03) }],
    ["aura", { successor: "aura-2", languages: ["en"], ...perCharacters(DEEPGRAM, 0.015) }],
  ]),
  ...rowsOf("voice", "inworld", INWORLD, [
    ["inworld-tts-1.5-max", perCharacters(INWORLD, 0.035)],
    ["inworld-tts-1.5-mini", perCharacters(INWORLD, 0.025)],
    ["inworld-tts-2", hail("2026-05-19", 0.035)],
    ["inworld-tts-1", { successor: "inworld-tts-1.5-max" }],
    ["inworld-tts-1-max", { successor: "inworld-tts-1.5-max" }],
  ]),
  ...rowsOf("voice", "lmnt", stated("https://docs.lmnt.com/guides/models", READ), [["blizzard", hail("2026-05-19", 0.05)]]),
  ...rowsOf("voice", "minimax", MINIMAX, [
    ["speech-2.8-turbo", perCharacters(MINIMAX, 0.06)],
    ["speech-2.8-hd", perCharacters(MINIMAX, 0.1)],
    ["speech-2.6-turbo", { successor: "speech-2.8-turbo", ...perCharacters(LITELLM, 0.06) }],
    ["speech-2.6-hd", { successor: "speech-2.8-hd", ...perCharacters(LITELLM, 0.1) }],
    ["speech-02-turbo", { successor: "speech-2.8-turbo", ...perCharacters(LITELLM, 0.06) }],
    ["speech-02-hd", { successor: "speech-2.8-hd", ...perCharacters(LITELLM, 0.1) }],
    ["speech-2.5-turbo-preview", { successor: "speech-2.8-turbo" }],
  ]),
  ...rowsOf("voice", "openai", OPENAI, [
    ["gpt-4o-mini-tts", { ...OPENAI_SPEECH_ENDS, ...perMinute(LITELLM, 0.015) }],
    ["tts-1", { ...OPENAI_SPEECH_ENDS, ...perCharacters(LITELLM, 0.015) }],
    ["tts-1-hd", { ...OPENAI_SPEECH_ENDS, ...perCharacters(LITELLM, 0.03) }],
  ]),
  ...rowsOf("voice", "rime-ai", RIME, [
    ["mistv3", { languages: ["en", "es", "fr", "de"], ...hail("2026-05-19", 0.03) }],
    ["coda", { since: "2026-05-19", languages: ["en", "fr", "de", "ja", "pt", "es"], stated: RIME_CHANGES }],
    ["mistv2", { successor: "mistv3", languages: ["en", "es", "fr", "de"] }],
    ["mist", { successor: "mistv3", languages: ["en", "es", "fr", "de"] }],
    ["arcana", { successor: "coda", stated: RIME_CHANGES }],
  ]),
  ...rowsOf("voice", "smallest-ai", SMALLEST, [
    ["lightning_v3.1_pro", { since: "2026-05-15", sampleRates: [44_100], ...perCharacters(SMALLEST, 0.0195) }],
    [
      "lightning_v3.1",
      { successor: "lightning_v3.1_pro", sampleRates: [44_100], ...SMALLEST_ENDS, ...hail("2026-05-19", 0.025) },
    ],
    ["lightning_v2", { successor: "lightning_v3.1_pro" }],
    ["lightning-large", { successor: "lightning_v3.1_pro" }],
    ["lightning", { successor: "lightning_v3.1_pro" }],
  ]),
  ...rowsOf("voice", "xai", XAI, [["default", perCharacters(XAI, 0.0042)]]),
];
