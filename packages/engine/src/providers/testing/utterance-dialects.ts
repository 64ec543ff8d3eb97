import { bearerOf, textHeader, type UtteranceDialect } from "./transcriber-dialect.ts";
import * as requests from "./transcriber-requests.ts";

/** Why a form with a file is refused. */
function formRefusal(body: Buffer, fields: string, model: RegExp, modelName: string): string | undefined {
  const text = body.toString("latin1");
  const given = [...text.matchAll(/form-data; name="([^"]+)"(?:; filename="[^"]+"\r\n.*)?\r\n\r\n([^\r]*)/g)];
  const unknown = given.find(([, name = ""]) => !fields.split(" ").includes(name));
  if (unknown) return `${unknown[1]} is no field of this request.`;
  const [, , value = ""] = given.find(([, name]) => name === modelName) ?? [];
  return model.test(value) ? undefined : `${modelName} cannot be '${value}'.`;
}

function waveInForm(body: Buffer): Buffer {
  const begin = body.indexOf("RIFF");
  return body.subarray(begin, begin + 8 + body.readUInt32LE(begin + 4));
}

const CONVERT_FIELDS =
  "file model_id language_code tag_audio_events num_speakers timestamps_granularity diarize file_format temperature seed keyterms no_verbatim";

/** ElevenLabs' models of files: a form with a file. */
export const elevenLabsConvert: UtteranceDialect = {
  source: "https://elevenlabs.io/docs/api-reference/speech-to-text/convert, 2026-11-24",
  path: "/v1/speech-to-text",
  takes: { source: "@elevenlabs/elevenlabs-js 2.73.0, BodySpeechToTextV1SpeechToTextPost, 2026-11-29" },
  refusal: (body) => formRefusal(body, CONVERT_FIELDS, /^scribe_v[12]$/, "model_id"),
  keyOf: (headers) => textHeader(headers["xi-api-key"]),
  waveIn: waveInForm,
  answer: ({ text, confidence }) => ({
    language_code: "eng",
    language_probability: 0.98,
    text,
    words: text.split(" ").map((word) => ({ text: word, type: "word", start: 0, end: 1, logprob: Math.log(confidence) })),
  }),
  tellsConfidence: true,
  refuse: ({ message }) => ({ detail: { status: "error", message } }),
};

/** Azure's recognition of short sound: the file is the body. */
export const azureShortAudio: UtteranceDialect = {
  source: "https://learn.microsoft.com/azure/ai-services/speech-service/rest-speech-to-text-short, 2026-11-24",
  path: "/speech/recognition/conversation/cognitiveservices/v1",
  takes: requests.AZURE,
  keyOf: (headers) => textHeader(headers["ocp-apim-subscription-key"]),
  waveIn: (body) => body,
  answer: ({ text, confidence }) => ({
    RecognitionStatus: "Success",
    Offset: 100_000,
    Duration: 10_000_000,
    NBest: [{ Confidence: confidence, Lexical: text.toLowerCase(), Display: text }],
  }),
  tellsConfidence: true,
  refuse: ({ message }) => ({ error: { code: "Error", message } }),
};

/** Gemini: the file is a part of the question, the answer JSON in a text. */
export const geminiAudio: UtteranceDialect = {
  source: "https://ai.google.dev/api/generate-content, 2026-11-24",
  path: /^\/models\/gemini-(?:2\.5|3|3\.\d|4|4\.\d)-(?:pro|flash|flash-lite)(?:-preview[\d-]*)?:generateContent$/,
  takes: requests.GEMINI,
  refusal(body, { pathname }) {
    const { generationConfig } = JSON.parse(body.toString()) as { generationConfig?: { thinkingConfig?: object } };
    const { thinkingBudget: budget, thinkingLevel: level } = (generationConfig?.thinkingConfig ?? {}) as Record<string, unknown>;
    if (/gemini-2\.5/.test(pathname)) return level === undefined ? undefined : "Thinking level is not supported for this model.";
    if (budget !== undefined) return "thinkingBudget is for Gemini 2.5.";
    return level === "minimal" && /-pro|gemini-3\.[7-9]-flash(?!-lite)|gemini-4/.test(pathname)
      ? "Thinking level MINIMAL is not supported for this model."
      : undefined;
  },
  keyOf: (headers) => textHeader(headers["x-goog-api-key"]),
  waveIn(body) {
    const { contents } = JSON.parse(body.toString()) as { contents: { parts: { inlineData: { data: string } }[] }[] };
    return Buffer.from(contents[0]?.parts[0]?.inlineData.data ?? "", "base64");
  },
  answer: ({ text }) => ({
    candidates: [{ content: { role: "model", parts: [{ text: JSON.stringify({ text }) }] }, finishReason: "STOP" }],
  }),
  tellsConfidence: false,
  refuse: ({ status, message }) => ({ error: { code: status, message, status: "FAILED" } }),
};

/** OpenAI's endpoint for files, at an organization's own server. */
export const openAiTranscriptions: UtteranceDialect = {
  source: "openai 7.59.0, TranscriptionCreateParams, 2026-11-29",
  path: "/v1/audio/transcriptions",
  takes: { source: "openai 7.59.0, TranscriptionCreateParams, 2026-11-29" },
  refusal: (body) =>
    formRefusal(body, "file model language prompt response_format temperature timestamp_granularities stream", /./, "model"),
  keyOf: bearerOf,
  waveIn: waveInForm,
  answer: ({ text }) => ({ text }),
  tellsConfidence: false,
  refuse: ({ message }) => ({ error: { message, type: "invalid_request_error" } }),
};
