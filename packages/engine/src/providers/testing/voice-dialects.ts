import type { IncomingHttpHeaders } from "node:http";
import type { VoiceProvider } from "@callwright/contract";

/** A request in words that all protocols share. `asked`: what else it says, under the protocol's own names. */
interface ReadSpeech {
  text: string;
  voice: string;
  asked: Record<string, unknown>;
}

/**
 * A protocol of a hosted voice, as its server speaks it. Each follows the document that its service names under
 * `hosted-voice/services/`.
 */
export interface VoiceDialect {
  /** Path of the base URL. Default none. */
  basePath?: string;
  contentType: string;
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
  keyOf: header("ocp-apim-subscription-key"),
  read(url, body, headers) {
    if (url.pathname !== "/cognitiveservices/v1" || headers["content-type"] !== "application/ssml+xml") return undefined;
    const [, voice, spoken] = /^<speak version="1\.0".*><voice name="([^"]+)">(.*)<\/voice><\/speak>$/.exec(body) ?? [];
    if (!voice || spoken === undefined || !headers["user-agent"]) return undefined;
    const text = spoken.replace(/<[^>]+>/g, "").replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));
    return { text, voice, asked: { format: headers["x-microsoft-outputformat"], ssml: spoken } };
  },
};

export const VOICE_DIALECTS: { readonly [provider in VoiceProvider]?: VoiceDialect } = {
  "11labs": {
    ...raw,
    keyOf: header("xi-api-key"),
    read(url, body) {
      const voice = /^\/v1\/text-to-speech\/([^/]+)\/stream$/.exec(url.pathname)?.[1];
      const { text, ...asked } = JSON.parse(body) as Fields;
      if (voice === undefined || typeof text !== "string") return undefined;
      return { text, voice: decodeURIComponent(voice), asked: { ...Object.fromEntries(url.searchParams), ...asked } };
    },
  },
  azure,
  microsoft: azure,
  cartesia: {
    ...raw,
    keyOf: bearer,
    read(url, body, headers) {
      const { transcript, voice, ...asked } = JSON.parse(body) as Fields & { voice?: { mode?: string; id?: string } };
      if (url.pathname !== "/tts/bytes" || !headers["cartesia-version"] || voice?.mode !== "id") return undefined;
      const { id = "", mode: _, ...controls } = voice;
      return {
        text: String(transcript),
        voice: id,
        asked: { ...asked, ...controls, version: headers["cartesia-version"] },
      };
    },
  },
  "custom-voice": {
    contentType: "application/octet-stream",
    piece: (bytes) => bytes,
    keyOf: bearer,
    read(url, body) {
      const { type, text, sampleRate, timestamp } = (JSON.parse(body) as { message: Fields }).message;
      if (url.pathname !== "/speak/" || type !== "voice-request" || typeof text !== "string") return undefined;
      return typeof timestamp === "number"
        ? { text, voice: "", asked: { sampleRate, line: url.searchParams.get("line") } }
        : undefined;
    },
  },
  deepgram: {
    ...raw,
    keyOf: ({ authorization }) => /^Token (.+)$/.exec(authorization ?? "")?.[1],
    read(url, body) {
      const { model = "", ...asked } = Object.fromEntries(url.searchParams);
      if (url.pathname !== "/v1/speak" || !/^aura-(?:2-)?[a-z]+-[a-z]{2}$/.test(model)) return undefined;
      return { text: String((JSON.parse(body) as Fields).text), voice: model, asked };
    },
  },
  inworld: {
    contentType: "application/json",
    keyOf: ({ authorization }) => /^Basic (.+)$/.exec(authorization ?? "")?.[1],
    read: jsonAt("/tts/v1/voice:stream", "text", "voiceId", ({ modelId }) => typeof modelId === "string"),
    // Each piece is a wave file of its own.
    piece: (bytes) => line({ result: { audioContent: Buffer.concat([WAVE_HEAD, bytes]).toString("base64") } }),
    failure: (message) => line({ error: { code: 13, message } }),
  },
  lmnt: { ...raw, keyOf: header("x-api-key"), read: jsonAt("/v1/ai/speech/bytes", "text", "voice") },
  minimax: {
    basePath: "/v1",
    contentType: "text/event-stream",
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
    contentType: "text/event-stream",
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
    basePath: "/v1",
    keyOf: bearer,
    read: jsonAt("/v1/audio/speech", "input", "voice", ({ model }) => typeof model === "string"),
  },
  "rime-ai": {
    ...raw,
    keyOf: bearer,
    read: (url, body, headers) =>
      headers.accept === "audio/pcm" ? jsonAt("/v1/rime-tts", "text", "speaker")(url, body) : undefined,
  },
  "smallest-ai": { ...raw, keyOf: bearer, read: jsonAt("/waves/v1/tts", "text", "voice_id") },
  xai: { ...raw, basePath: "/v1", keyOf: bearer, read: jsonAt("/v1/tts", "text", "voice_id") },
};
