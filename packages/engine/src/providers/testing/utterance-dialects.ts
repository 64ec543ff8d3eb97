import * as requests from "./transcriber-requests.ts";
import { textHeader, type UtteranceDialect } from "./transcriber-dialect.ts";

const FORM_FIELDS = new Set([
  ...["file", "model_id", "language_code", "tag_audio_events", "num_speakers", "timestamps_granularity", "diarize"],
  ...["file_format", "temperature", "seed", "keyterms", "no_verbatim", "entity_detection"],
]);

/** ElevenLabs' models of files: a form with a file. */
export const elevenLabsConvert: UtteranceDialect = {
  source: "https://elevenlabs.io/docs/api-reference/speech-to-text/convert, 2026-11-24",
  path: "/v1/speech-to-text",
  takes: { source: "@elevenlabs/elevenlabs-js 2.73.0, BodySpeechToTextV1SpeechToTextPost, 2026-11-29" },
  refusal(body) {
    const text = body.toString("latin1");
    const names = [...text.matchAll(/form-data; name="([^"]+)"/g)].map(([, name = ""]) => name);
    const unknown = names.find((name) => !FORM_FIELDS.has(name));
    if (unknown) return `${unknown} is no field of this request.`;
    return /name="model_id"\r\n\r\nscribe_v[12]\r\n/.test(text) ? undefined : "model_id is wrong.";
  },
  keyOf: (headers) => textHeader(headers["xi-api-key"]),
  waveIn(body) {
    const begin = body.indexOf("RIFF");
    return body.subarray(begin, begin + 8 + body.readUInt32LE(begin + 4));
  },
  answer: ({ text, confidence }) => ({
    ...{ language_code: "eng", language_probability: 0.98, text },
    words: text.split(" ").map((word) => ({ text: word, type: "word", start: 0, end: 1, logprob: Math.log(confidence) })),
  }),
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
    ...{ RecognitionStatus: "Success", Offset: 100_000, Duration: 10_000_000 },
    NBest: [{ Confidence: confidence, Lexical: text.toLowerCase(), Display: text }],
  }),
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
    return level === "minimal" && pathname.includes("-pro") ? "Thinking level MINIMAL is not supported for this model." : undefined;
  },
  keyOf: (headers) => textHeader(headers["x-goog-api-key"]),
  waveIn(body) {
    const { contents } = JSON.parse(body.toString()) as { contents: { parts: { inlineData: { data: string } }[] }[] };
    return Buffer.from(contents[0]?.parts[0]?.inlineData.data ?? "", "base64");
  },
  answer: ({ text }) => ({
    candidates: [{ content: { role: "model", parts: [{ text: JSON.stringify({ text }) }] }, finishReason: "STOP" }],
  }),
  refuse: ({ status, message }) => ({ error: { code: status, message, status: "FAILED" } }),
};
