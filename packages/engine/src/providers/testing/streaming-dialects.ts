import { bearerOf, jsonIn, type StreamingDialect, samplesOf, textHeader, type Utterance } from "./transcriber-dialect.ts";
import * as requests from "./transcriber-requests.ts";

const sound = (data: Buffer) => ({ type: "sound" as const, samples: samplesOf(data) });
const base64Sound = (text: unknown) => sound(Buffer.from(String(text), "base64"));
const END = { type: "end" as const };
const wordsOf = ({ text, confidence, startSeconds, endSeconds }: Utterance, said = text) =>
  said.split(" ").map((word) => ({ word, text: word, confidence, start: startSeconds, end: endSeconds }));

/** Deepgram's Nova. A final part of an utterance has `is_final`, the last one `speech_final`, too. */
export const deepgramNova: StreamingDialect = {
  source: "https://developers.deepgram.com/reference/speech-to-text/listen-streaming, 2026-11-24",
  path: "/v1/listen",
  takes: requests.DEEPGRAM_NOVA,
  keyOf: bearerOf,
  read: (data, isBinary) => (isBinary ? sound(data) : jsonIn(data).type === "CloseStream" ? END : { type: "start" }),
  growing: (utterance, index) => [novaResults(utterance, utterance.growing[index] ?? "", false)],
  final: (utterance) => [
    { type: "SpeechStarted", channel: [0], timestamp: utterance.startSeconds },
    novaResults(utterance, utterance.text, true),
    novaResults(utterance, "", true),
  ],
  tellsConfidence: true,
  farewell: [{ type: "Metadata", request_id: "r", duration: 1, channels: 1 }],
};

function novaResults(utterance: Utterance, transcript: string, isFinal: boolean) {
  return {
    type: "Results",
    channel_index: [0, 1],
    start: utterance.startSeconds,
    duration: 1,
    is_final: isFinal,
    speech_final: isFinal,
    channel: { alternatives: [{ transcript, confidence: utterance.confidence, words: wordsOf(utterance, transcript) }] },
    metadata: { request_id: "r" },
  };
}

/** Deepgram's Flux. */
export const deepgramFlux: StreamingDialect = {
  source: "https://developers.deepgram.com/docs/flux/state, 2026-11-24",
  path: "/v2/listen",
  takes: requests.DEEPGRAM_FLUX,
  keyOf: bearerOf,
  read: deepgramNova.read,
  greeting: { type: "Connected", request_id: "r", sequence_id: 0 },
  growing: (utterance, index) => [turnInfo(index === 0 ? "StartOfTurn" : "Update", utterance, utterance.growing[index] ?? "")],
  final: (utterance) => [turnInfo("EndOfTurn", utterance, utterance.text)],
  tellsConfidence: true,
};

function turnInfo(event: string, utterance: Utterance, transcript: string) {
  return {
    type: "TurnInfo",
    event,
    turn_index: 0,
    transcript,
    words: wordsOf(utterance, transcript),
    end_of_turn_confidence: 0.8,
  };
}

/** AssemblyAI. The end of a turn comes twice, the second time formatted. A wrong key is refused after the handshake. */
export const assemblyAiDialect: StreamingDialect = {
  source: "https://www.assemblyai.com/docs/streaming/message-sequence, 2026-11-24",
  path: "/v3/ws",
  takes: requests.ASSEMBLY_AI,
  keyOf: ({ authorization }) => authorization,
  read: (data, isBinary) => (isBinary ? sound(data) : jsonIn(data).type === "Terminate" ? END : { type: "start" }),
  greeting: { type: "Begin", id: "s", expires_at: 1_800_000_000 },
  growing: (utterance, index) => [turn(utterance, utterance.growing[index] ?? "", {})],
  final: (utterance) => [
    turn(utterance, utterance.text.toLowerCase().replace(/[.?!]$/, ""), { end_of_turn: true }),
    turn(utterance, utterance.text, { end_of_turn: true, turn_is_formatted: true }),
  ],
  tellsConfidence: true,
  farewell: [{ type: "Termination", audio_duration_seconds: 1, session_duration_seconds: 1 }],
  refuse({ status, message }) {
    const codes: Record<number, number> = { 401: 1008, 429: 3009, 500: 3005 };
    const code = codes[status] ?? 3006;
    const error = status === 401 ? `Unauthorized Connection: ${message}` : message;
    return {
      message: { type: "Error", error_code: code, error },
      close: { code: code === 1008 ? 1008 : 3005, reason: "See Error message" },
    };
  },
};

/** AssemblyAI's Universal-3: the end of a turn comes once. */
export const assemblyAiUniversal3: StreamingDialect = {
  ...assemblyAiDialect,
  final: (utterance) => [turn(utterance, utterance.text, { end_of_turn: true, turn_is_formatted: true })],
};

function turn(utterance: Utterance, text: string, fields: object) {
  const words = wordsOf(utterance, text).map((word) => ({ ...word, word_is_final: true }));
  return {
    type: "Turn",
    turn_order: 0,
    turn_is_formatted: false,
    end_of_turn: false,
    transcript: text,
    utterance: "",
    words,
    ...fields,
  };
}

/** OpenAI's realtime transcription. */
export const openAiRealtime: StreamingDialect = {
  source: "https://developers.openai.com/api/reference/resources/realtime/server-events, 2026-11-24",
  startsWithMessage: true,
  path: "/realtime",
  takes: requests.OPENAI,
  sampleRate: 24_000,
  keyOf: bearerOf,
  read(data) {
    const { type, audio } = jsonIn(data);
    if (type === "session.update") return { type: "start", refusal: turnRefusal(jsonIn(data)) };
    if (type === "input_audio_buffer.append") return base64Sound(audio);
    return type === "input_audio_buffer.commit" ? { type: "commit" } : { type: "start" };
  },
  greeting: { type: "session.updated", session: { type: "transcription" } },
  // Each delta has the new words only.
  growing: (utterance, index) => {
    const before = utterance.growing[index - 1] ?? "";
    const delta = (utterance.growing[index] ?? "").slice(before.length);
    return [{ type: "conversation.item.input_audio_transcription.delta", item_id: itemOf(utterance), delta }];
  },
  final: (utterance) => [
    { type: "input_audio_buffer.committed", item_id: itemOf(utterance), previous_item_id: null },
    { type: "conversation.item.input_audio_transcription.completed", item_id: itemOf(utterance), transcript: utterance.text },
  ],
  tellsConfidence: false,
  nothingToCommit: {
    type: "error",
    error: { type: "invalid_request_error", code: "input_audio_buffer_commit_empty", message: "buffer too small" },
  },
};

/** OpenAI's models that transcribe while the caller speaks: they detect no pauses. */
export const openAiLive: StreamingDialect = { ...openAiRealtime, isToldPauses: true };

function turnRefusal(message: object): string | undefined {
  const { session } = message as {
    session?: { audio?: { input?: { transcription?: { model?: string }; turn_detection?: unknown } } };
  };
  const { transcription, turn_detection: turns } = session?.audio?.input ?? {};
  const isLive = /^gpt-(?:live|realtime)-/.test(transcription?.model ?? "");
  if (isLive && turns !== null) return "turn_detection must be null for this model.";
  return isLive || turns ? undefined : "Without turn detection nothing ends an utterance.";
}

const itemOf = ({ startSeconds }: Utterance) => `item_${startSeconds}`;

/** ElevenLabs' realtime model. */
export const elevenLabsRealtime: StreamingDialect = {
  source: "https://elevenlabs.io/docs/api-reference/speech-to-text/v-1-speech-to-text-realtime, 2026-11-24",
  path: "/v1/speech-to-text/realtime",
  takes: requests.ELEVENLABS_REALTIME,
  keyOf: (headers) => textHeader(headers["xi-api-key"]),
  read(data) {
    const { commit, audio_base_64 } = jsonIn(data);
    return commit === true ? END : base64Sound(audio_base_64);
  },
  greeting: { message_type: "session_started", session_id: "s", config: {} },
  growing: ({ growing }, index) => [{ message_type: "partial_transcript", text: growing[index] }],
  final: ({ text }) => [{ message_type: "committed_transcript", text }],
  tellsConfidence: false,
  farewell: [{ message_type: "committed_transcript", text: "" }],
  refuse({ status, message }) {
    const types: Record<number, string> = {
      401: "auth_error",
      403: "unaccepted_terms",
      429: "rate_limited",
      500: "transcriber_error",
    };
    return { message: { message_type: types[status], error: message }, close: { code: 1008, reason: "" } };
  },
};

/** Gladia's WebSocket; `FakeTranscriberServer` answers the request for a session before. */
export const gladiaLive: StreamingDialect = {
  source: "https://docs.gladia.io/asyncapi.yaml, 2026-11-24",
  path: "/v2/live",
  takes: requests.GLADIA,
  keyOf: () => undefined,
  read: (data, isBinary) => (isBinary ? sound(data) : END),
  growing: (utterance, index) => [gladiaTranscript(utterance, utterance.growing[index] ?? "", false)],
  final: (utterance) => [gladiaTranscript(utterance, utterance.text, true)],
  tellsConfidence: true,
  farewell: [{ type: "end_recording", session_id: "s", data: { recording_duration: 1 } }],
};

function gladiaTranscript({ confidence, startSeconds, endSeconds }: Utterance, text: string, isFinal: boolean) {
  const utterance = { text, confidence, language: "en", start: startSeconds, end: endSeconds, channel: 0, words: [] };
  return { type: "transcript", session_id: "s", data: { id: "00-00000001", is_final: isFinal, utterance } };
}

/** Speechmatics. Final words come in pieces; the end of an utterance is a separate message. */
export const speechmaticsRealtime: StreamingDialect = {
  source: "https://docs.speechmatics.com/api-ref/realtime-transcription-websocket, 2026-11-24",
  startsWithMessage: true,
  path: "/v2",
  takes: requests.SPEECHMATICS,
  keyOf: bearerOf,
  read: (data, isBinary) => (isBinary ? sound(data) : jsonIn(data).message === "EndOfStream" ? END : { type: "start" }),
  greeting: { message: "RecognitionStarted", id: "s" },
  growing: (utterance, index) => [addTranscript("AddPartialTranscript", utterance, utterance.growing[index] ?? "")],
  final(utterance) {
    const at = utterance.text.lastIndexOf(" ") + 1;
    return [
      addTranscript("AddTranscript", utterance, utterance.text.slice(0, at)),
      addTranscript("AddTranscript", utterance, `${utterance.text.slice(at)} `),
      { message: "EndOfUtterance", metadata: { start_time: utterance.endSeconds, end_time: utterance.endSeconds } },
    ];
  },
  tellsConfidence: true,
  farewell: [{ message: "EndOfTranscript" }],
};

function addTranscript(message: string, { confidence, startSeconds, endSeconds }: Utterance, transcript: string) {
  const results = transcript.trim() === "" ? [] : [{ type: "word", alternatives: [{ content: transcript.trim(), confidence }] }];
  return { message, metadata: { transcript, start_time: startSeconds, end_time: endSeconds }, results };
}

/** Soniox. A key in the first message alone is refused, as from 2027-01-15; tokens may begin with a space. */
export const sonioxRealtime: StreamingDialect = {
  source:
    "https://soniox.com/docs/stt/api-reference/websocket-api, 2026-11-24; https://soniox.com/docs/guides/websocket-authentication, 2026-11-30",
  startsWithMessage: true,
  path: "/transcribe-websocket",
  takes: requests.SONIOX,
  keyOf: ({ authorization = "", "sec-websocket-protocol": protocols = "" }) =>
    /^Bearer (.+)$/.exec(authorization)?.[1] ?? /^soniox-api-key, ?(.+)$/.exec(protocols)?.[1] ?? "",
  read(data, isBinary) {
    if (isBinary) return sound(data);
    return data.length === 0 ? END : { type: "start" };
  },
  growing: ({ growing, confidence }, index) => [
    { tokens: tokensOf(growing[index] ?? "", confidence, false), total_audio_proc_ms: 100 },
  ],
  final: ({ text, confidence }) => [
    { tokens: [...tokensOf(text, confidence, true), { text: "<end>", is_final: true }], total_audio_proc_ms: 200 },
  ],
  tellsConfidence: true,
  farewell: [{ tokens: [], finished: true }],
  refuse: ({ status, message }) => ({
    message: { error_code: status, error_message: message },
    close: { code: 1000, reason: "" },
  }),
};

function tokensOf(text: string, confidence: number, isFinal: boolean) {
  const parts = text.match(/ ?\S+/g) ?? [];
  return parts.map((part) => ({ text: part, confidence, is_final: isFinal, language: "en" }));
}

/** Cartesia's Ink-Whisper. It transcribes after a message that the caller has stopped. */
export const cartesiaWhisper: StreamingDialect = {
  source: "https://docs.cartesia.ai/api-reference/stt/stt, 2026-11-24",
  isToldPauses: true,
  path: "/stt/websocket",
  takes: requests.CARTESIA_WHISPER,
  keyOf: (headers) => textHeader(headers["x-api-key"]) ?? bearerOf(headers),
  read(data, isBinary) {
    if (isBinary) return sound(data);
    if (data.toString() === "finalize") return { type: "stopped-speaking" };
    return data.toString() === "close" ? END : { type: "start" };
  },
  growing: ({ growing }, index) => [{ type: "transcript", is_final: false, text: growing[index], request_id: "r" }],
  final: ({ text }) => [
    { type: "transcript", is_final: true, text, request_id: "r" },
    { type: "flush_done", request_id: "r" },
  ],
  tellsConfidence: false,
  farewell: [{ type: "done", request_id: "r" }],
};

/** Cartesia's models that detect turns. */
export const cartesiaTurns: StreamingDialect = {
  source: "https://docs.cartesia.ai/api-reference/stt/turns/websocket, 2026-11-24",
  path: "/stt/turns/websocket",
  takes: requests.CARTESIA_TURNS,
  keyOf: cartesiaWhisper.keyOf,
  read: (data, isBinary) => (isBinary ? sound(data) : END),
  greeting: { type: "connected", request_id: "r" },
  growing: ({ growing }, index) => [
    ...(index === 0 ? [{ type: "turn.start", request_id: "r" }] : []),
    { type: "turn.update", transcript: growing[index], request_id: "r" },
  ],
  final: ({ text }) => [{ type: "turn.end", transcript: text, request_id: "r" }],
  tellsConfidence: false,
};

/** xAI. The end of an utterance repeats what came in final pieces. */
export const xaiRealtime: StreamingDialect = {
  source: "https://docs.x.ai/developers/model-capabilities/audio/speech-to-text, 2026-11-24",
  path: "/stt",
  takes: requests.XAI,
  keyOf: bearerOf,
  read: (data, isBinary) => (isBinary ? sound(data) : END),
  greeting: { type: "transcript.created" },
  growing: ({ growing }, index) => [{ type: "transcript.partial", text: growing[index], is_final: false, speech_final: false }],
  final: ({ text }) => [
    { type: "transcript.partial", text, is_final: true, speech_final: false, language: "en" },
    { type: "transcript.partial", text, is_final: true, speech_final: true, language: "en" },
  ],
  tellsConfidence: false,
  farewell: [{ type: "transcript.done", text: "", duration: 1 }],
};

/** Talkscriber. Sound is 32-bit; each message also has the ended segments. */
export const talkscriberDialect: StreamingDialect = {
  source: "https://docs.talkscriber.com/docs/authentication, 2026-11-24",
  startsWithMessage: true,
  path: "/",
  takes: requests.TALKSCRIBER,
  keyOf: () => undefined,
  read(data, isBinary) {
    if (!isBinary) return { type: "start", key: String(jsonIn(data).auth) };
    const floats = new Float32Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
    return { type: "sound", samples: Int16Array.from(floats, (value) => Math.round(value * 32_768)) };
  },
  greeting: { uid: "u", message: "SERVER_READY" },
  growing: (utterance, index) => [{ uid: "u", segments: [segment(utterance, utterance.growing[index] ?? "", false)] }],
  final: (utterance) => [
    { uid: "u", segments: [segment(utterance, utterance.text, true)] },
    { uid: "u", segments: [segment(utterance, utterance.text, true)] },
  ],
  tellsConfidence: false,
  refuse: ({ status, message }) => ({
    message: { uid: "u", status: "ERROR", message: status === 401 ? "UNAUTHORIZED" : message },
    close: { code: 1000, reason: "" },
  }),
};

const segment = ({ startSeconds, endSeconds }: Utterance, text: string, EOS: boolean) => ({
  start: startSeconds,
  end: endSeconds,
  text,
  EOS,
});

/** The platform's protocol for a customer's own server: two channels, the customer's first. */
export const customDialect: StreamingDialect = {
  source: "https://docs.vapi.ai/customization/custom-transcriber, 2026-11-24",
  startsWithMessage: true,
  path: "/ears",
  takes: requests.CUSTOM,
  keyOf: ({ authorization }) => bearerOf({ authorization }),
  read(data, isBinary) {
    if (!isBinary) return { type: "start" };
    return { type: "sound", samples: samplesOf(data).filter((_, index) => index % 2 === 0) };
  },
  growing: ({ growing }, index) => [
    { type: "transcriber-response", transcription: growing[index], channel: "customer", transcriptType: "partial" },
    { type: "transcriber-response", transcription: "Hello, how can I help?", channel: "assistant" },
  ],
  final: ({ text }) => [{ type: "transcriber-response", transcription: text, channel: "customer" }],
  tellsConfidence: false,
};
