import type { IncomingHttpHeaders } from "node:http";
import { any, anyOf, refusalOf, type Shape } from "./request-shape.ts";

type Fields = Readonly<Record<string, string>>;

/** The permitted requests of a transcription service, by its client or its page. Everything else is refused. */
export interface TakenRequests {
  /** The client's package with its version, or the page, and the day on which it was read. */
  readonly source: string;
  readonly headers?: Readonly<Record<string, RegExp>>;
  /** Shape of the address's query. Default: no query. */
  readonly query?: Shape;
  /** Names that the query must have. */
  readonly requires?: string;
  /** Shape of each JSON message, or of the JSON body of a request. Absent: nothing is checked. */
  readonly json?: Shape;
  /** A refusal by the model, besides the shapes. */
  refusal?(query: Fields): string | undefined;
}

/** Why a service refuses this address; undefined if it accepts it. */
export function addressRefusal(taken: TakenRequests, { searchParams }: URL, headers: IncomingHttpHeaders): string | undefined {
  const query = Object.fromEntries(searchParams);
  const header = Object.entries(taken.headers ?? {}).find(([name, value]) => !value.test(String(headers[name] ?? "")));
  if (header) return `The header ${header[0]} is missing or wrong.`;
  const missing = taken.requires?.split(" ").find((name) => !searchParams.has(name));
  if (missing) return `${missing} is missing.`;
  const unknown = [...searchParams].map(([name, value]) => refusalOf(taken.query ?? {}, { [name]: value })).find(Boolean);
  return unknown ?? taken.refusal?.(query);
}

const flag = ["true", "false"];
const PCM_16K = { encoding: ["linear16"], sample_rate: ["16000"] };
const DEEPGRAM = "@deepgram/sdk 5.13.0, listen";
const CONTROLS = { type: ["CloseStream", "KeepAlive", "Finalize"] };

export const DEEPGRAM_NOVA: TakenRequests = {
  source: `${DEEPGRAM}.v1.ConnectArgs, 2026-11-29`,
  query: {
    ...PCM_16K,
    model: /^(?:nova-[23]|nova|enhanced|base)(?:-[a-z]+)*$/,
    channels: ["1"],
    interim_results: flag,
    punctuate: flag,
    smart_format: flag,
    numerals: flag,
    profanity_filter: flag,
    mip_opt_out: flag,
    redact: ["true", "false", "pci", "numbers", "aggressive_numbers", "ssn", "pii", "phi"],
    endpointing: /^(?:\d+|true|false)$/,
    ...anyOf("language keyterm keywords vad_events utterance_end_ms diarize dictation detect_entities multichannel"),
    ...anyOf("replace search tag version extra callback callback_method"),
  },
  requires: "model encoding sample_rate",
  json: CONTROLS,
  refusal({ model = "", keywords, keyterm }) {
    if (model.startsWith("nova-3") && keywords !== undefined) return "keywords are not supported with Nova-3. Use keyterm.";
    return !model.startsWith("nova-3") && keyterm !== undefined ? "Keyterm is only for Nova-3." : undefined;
  },
};

export const DEEPGRAM_FLUX: TakenRequests = {
  source: `${DEEPGRAM}.v2.ConnectArgs, 2026-11-29`,
  query: {
    ...PCM_16K,
    model: ["flux-general-en", "flux-general-multi"],
    numerals: flag,
    profanity_filter: flag,
    mip_opt_out: flag,
    redact: ["numbers", "aggressive_numbers"],
    ...anyOf("eot_threshold eager_eot_threshold eot_timeout_ms keyterm language_hint tag"),
  },
  requires: "model encoding sample_rate",
  json: CONTROLS,
  refusal: ({ model, language_hint: hint }) =>
    hint !== undefined && model !== "flux-general-multi" ? "language_hint is only valid for flux-general-multi." : undefined,
};

export const ASSEMBLY_AI: TakenRequests = {
  source: "assemblyai 4.41.5, StreamingTranscriberParams, 2026-11-29",
  query: {
    encoding: ["pcm_s16le"],
    sample_rate: ["16000"],
    format_turns: flag,
    language_detection: flag,
    speech_model: [
      ...["universal-streaming-english", "universal-streaming-multilingual", "whisper-rt"],
      ...["u3-rt-pro", "universal-3-5-pro", "universal-3-6", "universal-3-6-pro"],
    ],
    mode: ["max_accuracy", "min_latency", "balanced"],
    ...anyOf("end_of_turn_confidence_threshold min_turn_silence max_turn_silence keyterms_prompt vad_threshold"),
    ...anyOf("prompt agent_context language_codes filter_profanity domain inactivity_timeout speaker_labels max_speakers"),
  },
  requires: "sample_rate encoding speech_model",
  json: { type: ["Terminate", "ForceEndpoint", "KeepAlive"] },
  refusal({ speech_model: model = "", ...fields }) {
    const wrong = ["mode", "prompt", "agent_context", "language_codes"].find((name) => name in fields);
    return wrong && !/^(?:universal-3|u3-)/.test(model) ? `${wrong} requires a Universal-3 model.` : undefined;
  },
};

const SESSION: Shape = {
  type: ["transcription"],
  include: any,
  audio: {
    input: {
      format: { type: ["audio/pcm"], rate: [24_000] },
      transcription: {
        model: [
          ...["gpt-transcribe", "gpt-live-transcribe", "gpt-realtime-whisper"],
          ...["whisper-1", "gpt-4o-transcribe", "gpt-4o-mini-transcribe", "gpt-4o-transcribe-diarize"],
        ],
        language: /^[a-z]{2,3}$/,
        ...anyOf("languages prompt keywords delay"),
      },
      ...anyOf("turn_detection noise_reduction"),
    },
  },
};

export const OPENAI: TakenRequests = {
  source: "openai 7.59.0, RealtimeTranscriptionSessionCreateRequest and /docs/guides/realtime-transcription, 2026-11-29",
  query: { intent: ["transcription"] },
  requires: "intent",
  json: {
    type: ["session.update", "input_audio_buffer.append", "input_audio_buffer.commit", "input_audio_buffer.clear"],
    session: SESSION,
    ...anyOf("audio event_id"),
  },
};

export const ELEVENLABS_REALTIME: TakenRequests = {
  source: "@elevenlabs/elevenlabs-js 2.73.0, wrapper/realtime/scribe, 2026-11-29",
  query: {
    model_id: ["scribe_v2_realtime"],
    audio_format: ["pcm_16000"],
    commit_strategy: ["manual", "vad"],
    vad_silence_threshold_secs: /^(?:0\.[3-9]\d*|[12](?:\.\d+)?|3)$/,
    vad_threshold: /^0\.[1-9]\d*$/,
    include_timestamps: flag,
    include_language_detection: flag,
    enable_logging: flag,
    no_verbatim: flag,
    ...anyOf("min_speech_duration_ms min_silence_duration_ms language_code secondary_languages keyterms token"),
  },
  requires: "model_id",
  json: { message_type: ["input_audio_chunk"], sample_rate: [16_000], ...anyOf("audio_base_64 commit previous_text") },
};

/** The request for a session; Gladia chooses the address of its socket. */
export const GLADIA: TakenRequests = {
  source: "https://docs.gladia.io/api-reference/v2/live/init, 2026-11-24",
  query: { token: any, region: ["us-west", "eu-west"] },
  json: {
    type: ["stop_recording"],
    model: ["solaria-1", "solaria-3"],
    encoding: ["wav/pcm"],
    bit_depth: [8, 16, 24, 32],
    sample_rate: [8_000, 16_000, 32_000, 44_100, 48_000],
    channels: any,
    ...anyOf("endpointing maximum_duration_without_endpointing custom_metadata callback callback_config"),
    language_config: anyOf("languages code_switching"),
    pre_processing: anyOf("audio_enhancer speech_threshold"),
    realtime_processing: {
      custom_vocabulary: any,
      custom_vocabulary_config: anyOf("vocabulary default_intensity"),
      ...anyOf(
        "custom_spelling custom_spelling_config translation translation_config named_entity_recognition sentiment_analysis",
      ),
    },
    messages_config: {
      ...anyOf("receive_partial_transcripts receive_final_transcripts receive_speech_events receive_pre_processing_events"),
      ...anyOf("receive_realtime_processing_events receive_acknowledgments receive_errors receive_lifecycle_events"),
    },
  },
};

export const SPEECHMATICS: TakenRequests = {
  source: "@speechmatics/real-time-client 8.5.1, TranscriptionConfig without what it calls deprecated, 2026-11-29",
  // For clients in browsers: a token in place of the key.
  query: anyOf("jwt sm-app"),
  json: {
    message: ["StartRecognition", "EndOfStream"],
    last_seq_no: any,
    audio_format: { type: ["raw"], encoding: ["pcm_s16le"], sample_rate: [16_000] },
    transcription_config: {
      language: /^[a-z]{2,3}(?:_[a-z]{2})*$/,
      model: ["standard", "enhanced", "melia-1"],
      // From 0.7 to 4 s.
      max_delay: /^(?:0\.[7-9]\d*|[1-3](?:\.\d+)?|4)$/,
      additional_vocab: anyOf("content sounds_like"),
      transcript_filtering_config: anyOf("remove_disfluencies replacements"),
      conversation_config: anyOf("end_of_utterance_silence_trigger"),
      ...anyOf("domain output_locale diarization max_delay_mode enable_partials enable_entities punctuation_overrides"),
    },
  },
};

export const SONIOX: TakenRequests = {
  source: "https://soniox.com/docs/stt/api-reference/websocket-api, 2026-11-24",
  json: {
    model: /^stt-rt-(?:v\d|preview)/,
    audio_format: ["pcm_s16le", "auto"],
    sample_rate: [16_000],
    num_channels: [1],
    // Deprecated. The vendor's client still sends it.
    api_key: any,
    ...anyOf("language_hints language_hints_strict context enable_speaker_diarization enable_language_identification"),
    ...anyOf("enable_endpoint_detection max_endpoint_delay_ms client_reference_id translation"),
  },
};

const CARTESIA = {
  headers: { "cartesia-version": /^(?:2025-04-16|2026-03-01|2026-08-14)$/ },
  requires: "model encoding sample_rate",
};
const CARTESIA_SOUND = { encoding: ["pcm_s16le"], sample_rate: ["16000"] };

export const CARTESIA_WHISPER: TakenRequests = {
  ...CARTESIA,
  source: "@cartesia/cartesia-js 4.2.0, ManualFinalizeWebsocketParams, 2026-11-29",
  query: {
    ...CARTESIA_SOUND,
    model: ["ink-2", "ink-whisper", "ink-whisper-2025-06-04"],
    ...anyOf("language keyterm min_volume max_silence_duration_secs"),
  },
};

export const CARTESIA_TURNS: TakenRequests = {
  ...CARTESIA,
  source: "@cartesia/cartesia-js 4.2.0, AutoFinalizeWebsocketParams, 2026-11-29",
  query: {
    ...CARTESIA_SOUND,
    model: ["ink-2"],
    ...anyOf("keyterm turn_start_threshold turn_eager_end_threshold turn_resume_threshold turn_end_threshold"),
  },
  json: { type: ["close", "finalize"] },
};

export const XAI: TakenRequests = {
  source: "https://docs.x.ai/developers/model-capabilities/audio/speech-to-text and @livekit/agents-plugin-xai 1.9.0, 2026-11-29",
  query: {
    encoding: ["pcm", "mulaw", "alaw"],
    sample_rate: ["16000"],
    interim_results: flag,
    endpointing: /^\d+$/,
    ...anyOf("language diarize keyterm vad_threshold smart_turn smart_turn_timeout multichannel channels"),
  },
  requires: "encoding sample_rate",
  json: { type: ["audio.done"] },
};

export const TALKSCRIBER: TakenRequests = {
  source: "https://github.com/Talkscriber/ts-client-nodejs, 2026-11-24",
  json: anyOf("uid multilingual language task auth enable_turn_detection turn_detection_timeout"),
};

/** The first message also follows the documentation. */
export const CUSTOM: TakenRequests = {
  source: "docs/transcribers.md and https://docs.vapi.ai/customization/custom-transcriber, 2026-11-29",
  json: { type: ["start"], encoding: ["linear16"], container: ["raw"], sampleRate: [16_000], channels: [2] },
};

export const AZURE: TakenRequests = {
  source: "https://learn.microsoft.com/azure/ai-services/speech-service/rest-speech-to-text-short, 2026-11-24",
  headers: { "content-type": /^audio\/wav; codecs=audio\/pcm; samplerate=16000$/ },
  query: { language: /^[a-z]{2,3}-[A-Z][A-Za-z-]+$/, format: ["simple", "detailed"], profanity: ["masked", "removed", "raw"] },
  requires: "language",
};

export const GEMINI: TakenRequests = {
  source: "https://ai.google.dev/api/generate-content and /gemini-api/docs/thinking, 2026-11-29",
  headers: { "content-type": /^application\/json$/ },
  json: {
    systemInstruction: anyOf("parts role"),
    contents: anyOf("role parts"),
    generationConfig: {
      ...anyOf("temperature responseMimeType responseSchema"),
      thinkingConfig: { thinkingBudget: any, thinkingLevel: ["minimal", "low", "medium", "high"] },
    },
  },
};
