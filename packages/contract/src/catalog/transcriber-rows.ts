import type { CatalogRow } from "./catalog-row.ts";
import { perMinute, rowsOf, stated } from "./write-rows.ts";

/** The models of transcribers, in the order of the menu: the first one is the default. `speech` is our name for Azure's unnamed model. */

const hail = (asOf: string, usd: number) =>
  perMinute(stated("https://github.com/hail-hq/hail/blob/14ba29d5792f17af54d01fe2d5782c39d79f866a/costs/stt.json", asOf), usd);
const READ = "2026-11-29";

const ELEVENLABS = stated("https://elevenlabs.io/docs/overview/models", READ);
const PUTER = stated("https://developer.puter.com/tutorials/elevenlabs-api-pricing/", "2026-06-01");
const ASSEMBLY_AI = stated("https://www.assemblyai.com/docs/streaming/universal-3-pro", READ);
const ASSEMBLY_AI_PRICING = stated("https://www.assemblyai.com/pricing", "2026-10-07");
const AZURE = stated("https://learn.microsoft.com/azure/ai-services/speech-service/language-support", READ);
const CARTESIA = stated("https://docs.cartesia.ai/build-with-cartesia/stt-models/latest", READ);
const DEEPGRAM = stated("https://developers.deepgram.com/docs/models", READ);
const FLUX = stated("https://developers.deepgram.com/docs/flux/quickstart", "2026-11-24");
const FLUX_PRICE = stated("https://docs.flexprice.io", "2026-11-04");
/** From the end of speech to the end of the turn. */
const FLUX_ANSWERS = { responseMs: { ms: 260, ...FLUX } };
const GLADIA = stated("https://docs.gladia.io/chapters/introduction/models", READ);
const GOOGLE = stated("https://ai.google.dev/gemini-api/docs/deprecations", "2026-11-10");
const OPENAI = stated("https://developers.openai.com/api/docs/deprecations", "2026-10-17");
const OPENAI_MODEL = (name: string) => stated(`https://developers.openai.com/api/docs/models/${name}`, READ);
const OPENAI_ENDS = { retires: "2027-02-26", successor: "gpt-transcribe" };
const SONIOX = stated("https://soniox.com/docs/stt/models", READ);
const SPEECHMATICS = stated("https://docs.speechmatics.com/speech-to-text/models", READ);
const XAI = stated("https://docs.x.ai/developers/models/speech-to-text", "2026-04-15");

export const TRANSCRIBER_ROWS: readonly CatalogRow[] = [
  ...rowsOf("transcriber", "11labs", ELEVENLABS, [
    ["scribe_v2_realtime", { quality: 2, ...perMinute(PUTER, 0.39 / 60) }],
    ["scribe_v2", perMinute(PUTER, 0.22 / 60)],
    ["scribe_v1", { successor: "scribe_v2", ...perMinute(PUTER, 0.22 / 60) }],
  ]),
  ...rowsOf("transcriber", "assembly-ai", ASSEMBLY_AI, [
    ["universal-streaming-english", { quality: 1, languages: ["en"], ...hail("2026-05-05", 0.0025) }],
    ["universal-streaming-multilingual", hail("2026-05-26", 0.0025)],
    ["universal-3-6-pro", { since: "2026-10-01", quality: 3, ...perMinute(ASSEMBLY_AI_PRICING, 0.45 / 60) }],
    ["universal-3-5-pro", { successor: "universal-3-6-pro", ...perMinute(ASSEMBLY_AI_PRICING, 0.45 / 60) }],
  ]),
  ...rowsOf("transcriber", "azure", AZURE, [["speech", hail("2026-05-19", 1 / 60)]]),
  ...rowsOf("transcriber", "cartesia", CARTESIA, [["ink-whisper"], ["ink-2", { since: "2026-05-22", languages: ["en"] }]]),
  ...rowsOf("transcriber", "deepgram", DEEPGRAM, [
    ["nova-3", { quality: 2, ...hail("2026-05-05", 0.0048) }],
    ["nova-3-general", hail("2026-05-05", 0.0048)],
    ["nova-3-multilingual", hail("2026-05-05", 0.0058)],
    ["nova-3-medical", { languages: ["en"], ...hail("2026-05-19", 0.0048) }],
    ["flux-general-en", { quality: 1, languages: ["en"], ...perMinute(FLUX_PRICE, 0.0065), ...FLUX_ANSWERS }],
    ["flux-general-multi", { ...perMinute(FLUX_PRICE, 0.0078), ...FLUX_ANSWERS }],
    ["nova-2", { successor: "nova-3" }],
    ["nova-2-phonecall", { successor: "nova-3" }],
  ]),
  ...rowsOf("transcriber", "gladia", GLADIA, [
    ["solaria-1", hail("2026-05-19", 0.0125)],
    ["fast", { successor: "solaria-1" }],
    ["accurate", { successor: "solaria-1" }],
  ]),
  ...rowsOf("transcriber", "google", GOOGLE, [
    ["gemini-3.5-flash-lite", { since: "2026-07-21" }],
    ["gemini-2.5-flash-lite", { successor: "gemini-3.5-flash-lite" }],
    ["gemini-2.5-flash", { retires: "2026-12-01", successor: "gemini-3.5-flash-lite" }],
    ["gemini-2.5-pro", { retires: "2026-12-01", successor: "gemini-3.5-flash-lite" }],
    ["gemini-2.0-flash", { retires: "2026-06-01", successor: "gemini-3.5-flash-lite" }],
  ]),
  ...rowsOf("transcriber", "openai", OPENAI, [
    [
      "gpt-transcribe",
      {
        since: "2026-08-01",
        quality: 2,
        stated: OPENAI_MODEL("gpt-transcribe"),
        ...perMinute(OPENAI_MODEL("gpt-transcribe"), 0.0045),
      },
    ],
    [
      "gpt-live-transcribe",
      {
        since: "2026-08-01",
        stated: OPENAI_MODEL("gpt-live-transcribe"),
        ...perMinute(OPENAI_MODEL("gpt-live-transcribe"), 0.017),
      },
    ],
    [
      "gpt-realtime-whisper",
      {
        successor: "gpt-live-transcribe",
        stated: OPENAI_MODEL("gpt-realtime-whisper"),
        ...perMinute(OPENAI_MODEL("gpt-realtime-whisper"), 0.017),
      },
    ],
    ["gpt-4o-transcribe", OPENAI_ENDS],
    ["gpt-4o-mini-transcribe", OPENAI_ENDS],
    ["whisper-1", OPENAI_ENDS],
  ]),
  ...rowsOf("transcriber", "soniox", SONIOX, [
    ["stt-rt-v5", perMinute(SONIOX, 0.002)],
    ["stt-rt-v4", { successor: "stt-rt-v5", ...hail("2026-05-19", 0.002) }],
  ]),
  ...rowsOf("transcriber", "speechmatics", SPEECHMATICS, [["enhanced", hail("2026-05-19", 0.004)], ["standard"]]),
  ...rowsOf("transcriber", "talkscriber", stated("https://docs.talkscriber.com", "2026-09-01"), [["whisper"]]),
  ...rowsOf("transcriber", "xai", XAI, [["default", perMinute(XAI, 0.2 / 60)]]),
];
