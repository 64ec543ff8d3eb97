import type { IncomingHttpHeaders } from "node:http";
import type { VoiceProvider } from "@callwright/contract";
import { any, anyOf, type Shape } from "./request-shape.ts";

/** A request in a form that all protocols share. `asked`: its further fields, with the protocol's own names. */
interface ReadSpeech {
  text: string;
  voice: string;
  asked: Record<string, unknown>;
}

/** A protocol of a hosted voice, from the server's side. */
export interface VoiceDialect {
  /** The documentation of the protocol, and the day it was read. */
  source: string;
  /** Path of the base URL. Default none. */
  basePath?: string;
  contentType: string;
  /** Headers that a request must have, beside its key. Default: a body of JSON. */
  headers?: Readonly<Record<string, RegExp>>;
  /** Shape of the query in the address. Default: no query. */
  query?: Shape;
  /** Shape of the body. Absent: the body is not JSON. */
  body?: Shape;
  keyOf(headers: IncomingHttpHeaders): string | undefined;
  /** Undefined for another address, or without what the protocol requires. */
  read(url: URL, body: string, headers: IncomingHttpHeaders): ReadSpeech | undefined;
  /** A piece of the sound as it is sent. */
  piece(bytes: Buffer): string | Buffer;
  /** The last piece. Default none. */
  end?: string;
  /** A failure within the answer. Absent: the protocol has none. */
  failure?(message: string): string;
}

type Fields = Record<string, unknown>;

const bearer = ({ authorization }: IncomingHttpHeaders) => /^Bearer (.+)$/.exec(authorization ?? "")?.[1];
const header = (name: string) => (headers: IncomingHttpHeaders) => headers[name] as string | undefined;
const raw = { contentType: "audio/pcm", piece: (bytes: Buffer) => bytes };

/** A JSON body with the names of its text and voice. */
function jsonAt(path: string, textName: string, voiceName: string, requirement: (body: Fields) => boolean = () => true) {
  return (url: URL, body: string): ReadSpeech | undefined => {
    if (url.pathname !== path) return undefined;
    const { [textName]: text, [voiceName]: voice, ...asked } = JSON.parse(body) as Fields;
    return typeof text === "string" && typeof voice === "string" && requirement(asked) ? { text, voice, asked } : undefined;
  };
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`;
const event = (value: unknown) => `data: ${JSON.stringify(value)}\n\n`;
const WAVE_HEAD = Buffer.concat([Buffer.from("RIFF"), Buffer.alloc(40, 1)]);

const azure: VoiceDialect = {
  ...raw,
  source: "https://learn.microsoft.com/azure/ai-services/speech-service/rest-text-to-speech, 2026-11-24",
  headers: {
    "content-type": /^application\/ssml\+xml$/,
    "user-agent": /./,
    "x-microsoft-outputformat": /^raw-(?:8|16|22050|24|44100|48)(?:k?hz)-16bit-mono-pcm$/,
  },
  keyOf: header("ocp-apim-subscription-key"),
  read(url, body, headers) {
    if (url.pathname !== "/cognitiveservices/v1") return undefined;
    const [, voice, spoken] = /^<speak version="1\.0".*><voice name="([^"]+)">(.*)<\/voice><\/speak>$/.exec(body) ?? [];
    if (!voice || spoken === undefined) return undefined;
    const text = spoken.replace(/<[^>]+>/g, "").replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    return { text, voice, asked: { format: headers["x-microsoft-outputformat"], ssml: spoken } };
  },
};

/** Rime's other models refuse Mist's own fields. */
const rimeShape: Shape = {
  ...anyOf("speaker text lang speedAlpha timeScaleFactor samplingRate"),
  ...anyOf("pauseBetweenBrackets phonemizeBetweenBrackets reduceLatency inlineSpeedAlpha noTextNormalization"),
  modelId: ["mist", "mistv2", "mistv3", "arcana", "arcanav2", "arcanav3", "coda"],
};
const ofMist = /^(?:pause|phonemize|reduceLatency|inlineSpeedAlpha)/;

export const VOICE_DIALECTS: { readonly [provider in VoiceProvider]?: VoiceDialect } = {
  "11labs": {
    ...raw,
    source: "@elevenlabs/elevenlabs-js 2.73.0, StreamTextToSpeechRequest, 2026-11-29",
    query: {
      enable_logging: any,
      optimize_streaming_latency: ["0", "1", "2", "3", "4"],
      output_format: /^pcm_(?:8000|16000|22050|24000|32000|44100|48000)$/,
    },
    body: {
      ...anyOf("text language_code seed previous_text next_text previous_request_ids next_request_ids use_pvc_as_ivc"),
      ...anyOf("apply_text_normalization apply_language_text_normalization audio_effects"),
      model_id: /^eleven_(?!v4)/,
      voice_settings: anyOf("stability similarity_boost style use_speaker_boost speed"),
      pronunciation_dictionary_locators: anyOf("pronunciation_dictionary_id version_id"),
    },
    keyOf: header("xi-api-key"),
    read(url, body) {
      // Ids have 20 characters. The hosted platform's names (`burt`) are none.
      const voice = /^\/v1\/text-to-speech\/([A-Za-z0-9]{20})\/stream$/.exec(url.pathname)?.[1];
      const { text, ...asked } = JSON.parse(body) as Fields;
      if (voice === undefined || typeof text !== "string") return undefined;
      // 400, unsupported_model.
      if (/^eleven_v3/.test(String(asked.model_id)) && url.searchParams.has("optimize_streaming_latency")) return undefined;
      return { text, voice, asked: { ...Object.fromEntries(url.searchParams), ...asked } };
    },
  },
  azure,
  microsoft: azure,
  cartesia: {
    ...raw,
    source: "@cartesia/cartesia-js 4.2.0 and https://docs.cartesia.ai/2026-03-01/api-reference/tts/bytes, 2026-11-29",
    headers: { "content-type": /^application\/json$/, "cartesia-version": /^2026-(?:03-01|08-14)$/ },
    body: {
      // The others answer `model_sunsetted` since June 1, 2026.
      model_id: /^sonic-(?:3|3\.5|3\.6|latest|2|turbo)(?:-(?:2026|2025-(?:04-16|05-08|06-0?4|06-11|10-27)).*)?$/,
      ...anyOf("transcript language save pronunciation_dict_id"),
      voice: { mode: ["id"], id: /^[0-9a-f-]{36}$/ },
      output_format: {
        container: ["raw"],
        encoding: ["pcm_s16le"],
        sample_rate: [8_000, 16_000, 22_050, 24_000, 44_100, 48_000],
      },
      generation_config: anyOf("speed volume emotion"),
    },
    keyOf: bearer,
    read(url, body, headers) {
      const { transcript, voice, ...asked } = JSON.parse(body) as Fields & { voice?: { id?: string } };
      if (url.pathname !== "/tts/bytes") return undefined;
      return { text: String(transcript), voice: voice?.id ?? "", asked: { ...asked, version: headers["cartesia-version"] } };
    },
  },
  "custom-voice": {
    source: "docs/voices.md, 2026-11-29",
    contentType: "application/octet-stream",
    headers: { "content-type": /^application\/json$/, accept: /^application\/octet-stream$/ },
    query: { line: any },
    body: { message: { ...anyOf("text timestamp"), type: ["voice-request"], sampleRate: [24_000] } },
    piece: (bytes) => bytes,
    keyOf: bearer,
    read(url, body) {
      const { text, sampleRate, timestamp } = (JSON.parse(body) as { message: Fields }).message;
      if (url.pathname !== "/speak/" || typeof text !== "string" || typeof timestamp !== "number") return undefined;
      return { text, voice: "", asked: { sampleRate, line: url.searchParams.get("line") } };
    },
  },
  deepgram: {
    ...raw,
    source: "@deepgram/sdk 5.13.0, SpeakV1Request and SpeakV2Request, 2026-11-29",
    query: {
      model: any,
      encoding: ["linear16"],
      sample_rate: ["8000", "16000", "24000", "32000", "48000"],
      container: ["none"],
      ...anyOf("mip_opt_out bit_rate callback callback_method tag speed"),
    },
    body: anyOf("text"),
    keyOf: ({ authorization }) => /^Token (.+)$/.exec(authorization ?? "")?.[1],
    read(url, body) {
      const { model = "", ...asked } = Object.fromEntries(url.searchParams);
      const models = { "/v1/speak": /^aura-(?:2-)?[a-z]+-(?:en|es|de|fr|nl|it|ja)$/, "/v2/speak": /^flux-[a-z]+-en$/ }[
        url.pathname
      ];
      if (!models?.test(model)) return undefined;
      return { text: String((JSON.parse(body) as Fields).text), voice: model, asked };
    },
  },
  inworld: {
    source: "https://docs.inworld.ai/api-reference/ttsAPI/texttospeech/synthesize-speech-stream, 2026-11-24",
    contentType: "application/json",
    body: {
      ...anyOf("text voiceId temperature language timestampType applyTextNormalization"),
      modelId: /^inworld-tts-/,
      audioConfig: {
        ...anyOf("bitRate speakingRate"),
        audioEncoding: ["LINEAR16"],
        sampleRateHertz: [8_000, 16_000, 22_050, 24_000, 48_000],
      },
    },
    keyOf: ({ authorization }) => /^Basic (.+)$/.exec(authorization ?? "")?.[1],
    read: jsonAt("/tts/v1/voice:stream", "text", "voiceId", ({ modelId }) => typeof modelId === "string"),
    // Each piece is a complete WAV file.
    piece: (bytes) => line({ result: { audioContent: Buffer.concat([WAVE_HEAD, bytes]).toString("base64") } }),
    failure: (message) => line({ error: { code: 13, message } }),
  },
  lmnt: {
    ...raw,
    source: "lmnt-node 2.12.0, SpeechGenerateParams, 2026-11-29",
    body: {
      ...anyOf("text voice debug language temperature top_p"),
      model: ["blizzard"],
      format: ["aac", "mp3", "ulaw", "wav", "webm", "pcm_s16le", "pcm_f32le"],
      sample_rate: [8_000, 16_000, 24_000],
    },
    keyOf: header("x-api-key"),
    read: jsonAt("/v1/ai/speech/bytes", "text", "voice"),
  },
  minimax: {
    source: "https://platform.minimax.io/docs/api-reference/speech-t2a-http, 2026-11-24",
    basePath: "/v1",
    contentType: "text/event-stream",
    body: {
      model: /^speech-(?:01|02|2\.[568])-(?:hd|turbo)(?:-preview)?$/,
      ...anyOf("text language_boost text_normalization pronunciation_dict voice_modify subtitle_enable output_format"),
      stream: [true],
      stream_options: anyOf("exclude_aggregated_audio"),
      voice_setting: anyOf("voice_id speed vol pitch emotion"),
      audio_setting: { sample_rate: [8_000, 16_000, 22_050, 24_000, 32_000, 44_100], format: ["pcm"], channel: [1, 2] },
    },
    keyOf: bearer,
    read(url, body) {
      const { text, voice_setting: voice, ...asked } = JSON.parse(body) as Fields & { voice_setting?: Fields };
      if (url.pathname !== "/v1/t2a_v2" || typeof text !== "string" || !voice) return undefined;
      const { voice_id: id, ...settings } = voice;
      return { text, voice: String(id), asked: { ...asked, voice_setting: settings } };
    },
    piece: (bytes) => event({ data: { audio: bytes.toString("hex"), status: 1 }, base_resp: { status_code: 0 } }),
    end: event({
      data: { status: 2 },
      extra_info: { usage_characters: 12 },
      base_resp: { status_code: 0, status_msg: "success" },
    }),
    failure: (message) => event({ base_resp: { status_code: 1000, status_msg: message } }),
  },
  neuphonic: {
    source: "pyneuphonic 3.1.2, TTSConfig, and the rates that all clients name, 2026-11-29",
    contentType: "text/event-stream",
    // Its JavaScript client also sends the key here.
    query: anyOf("api_key"),
    body: {
      ...anyOf("text voice_id lang_code speed temperature"),
      encoding: ["pcm_linear", "pcm_mulaw"],
      sampling_rate: [8_000, 16_000, 22_050],
    },
    keyOf: header("x-api-key"),
    read(url, body) {
      const language = /^\/sse\/speak\/([a-z]{2})$/.exec(url.pathname)?.[1];
      const { text, voice_id: voice, ...asked } = JSON.parse(body) as Fields;
      if (language === undefined || typeof text !== "string") return undefined;
      return { text, voice: String(voice), asked };
    },
    piece: (bytes) => `event: message\n${event({ status_code: 200, data: { audio: bytes.toString("base64") } })}`,
    failure: (message) => `event: error\n${event({ status_code: 500, errors: [message] })}`,
  },
  openai: {
    ...raw,
    source: "openai 7.59.0, SpeechCreateParams, 2026-11-29",
    basePath: "/v1",
    body: { ...anyOf("input voice model instructions speed stream_format"), response_format: ["pcm"] },
    keyOf: bearer,
    read: jsonAt(
      "/v1/audio/speech",
      "input",
      "voice",
      ({ model, instructions }) => typeof model === "string" && !(model.startsWith("tts-1") && instructions !== undefined),
    ),
  },
  "rime-ai": {
    ...raw,
    source: "https://docs.rime.ai/api-reference/tts, /docs/speed and the clients of LiveKit, 2026-11-29",
    headers: { "content-type": /^application\/json$/, accept: /^audio\/L16$/ },
    body: rimeShape,
    keyOf: bearer,
    read: jsonAt(
      "/v1/rime-tts",
      "text",
      "speaker",
      ({ modelId, ...fields }) => String(modelId).startsWith("mist") || !Object.keys(fields).some((name) => ofMist.test(name)),
    ),
  },
  "smallest-ai": {
    ...raw,
    source: "github.com/smallest-inc/smallest-ai-documentation, tts-openapi.yaml of 2026-08-21",
    body: {
      ...anyOf("text voice_id language number_pronunciation_language math_notation pronunciation_dicts"),
      model: ["lightning_v3.1", "lightning_v3.1_pro"],
      speed: /^(?:0\.[5-9]\d*|1|1\.\d+|2)$/,
      sample_rate: [8_000, 16_000, 24_000, 44_100],
      output_format: ["mp3", "pcm", "wav", "ulaw", "alaw"],
    },
    keyOf: bearer,
    read: jsonAt("/waves/v1/tts", "text", "voice_id"),
  },
  xai: {
    ...raw,
    source: "https://docs.x.ai/developers/model-capabilities/audio/text-to-speech, 2026-11-24",
    basePath: "/v1",
    body: {
      ...anyOf("text voice_id language speed optimize_streaming_latency text_normalization"),
      output_format: { codec: ["pcm"], sample_rate: [8_000, 16_000, 22_050, 24_000, 44_100, 48_000], bit_rate: any },
    },
    keyOf: bearer,
    read: jsonAt("/v1/tts", "text", "voice_id", ({ language }) => typeof language === "string"),
  },
};
