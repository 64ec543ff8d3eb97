import { textHeader, type UtteranceDialect } from "./transcriber-dialect.ts";

/** ElevenLabs' models of files: a form with a file. */
export const elevenLabsConvert: UtteranceDialect = {
  source: "https://elevenlabs.io/docs/api-reference/speech-to-text/convert, 2026-11-24",
  path: "/v1/speech-to-text",
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
  path: "/models/gemini-2.5-flash:generateContent",
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
