import { AudioFormat, CommitStrategy, ElevenLabsClient, RealtimeEvents } from "@elevenlabs/elevenlabs-js";
import { expect, test } from "vitest";
import { waveFile } from "../../../packages/engine/src/providers/hosted-transcriber/ask-service.ts";
import {
  all,
  askTranscriber,
  askVoice,
  frames,
  HEARD,
  KEY,
  SOUND_TEXT,
  speech,
  startTranscriberServer,
  startVoiceServer,
} from "./harness/ask.ts";
import { startRelay } from "./harness/relay.ts";
import { typeProblems } from "./harness/typed.ts";

const SERIALIZATION =
  "@elevenlabs/elevenlabs-js/serialization/resources/textToSpeech/client/requests/StreamTextToSpeechRequest.js";
const IMPORTS = `import type { ElevenLabs } from "@elevenlabs/elevenlabs-js";
import type { StreamTextToSpeechRequest } from "${SERIALIZATION}";
import type { InputAudioChunk } from "@elevenlabs/elevenlabs-js/wrapper/realtime/connection.js";`;

const VOICE = {
  provider: "11labs",
  voiceId: "EXAVITQu4vr4xnSDxMaL",
  language: "de",
  stability: 0.4,
  similarityBoost: 0.8,
  style: 0.1,
  useSpeakerBoost: true,
  speed: 1.1,
  optimizeStreamingLatency: 3,
  pronunciationDictionaryLocators: [{ pronunciationDictionaryId: "names", versionId: "v2" }],
} as const;

test("what we ask of voices has the types of the client", async () => {
  const { query, body } = await askVoice(VOICE);
  const asked = [
    ["StreamTextToSpeechRequest.Raw", body],
    // In the address.
    ["Pick<ElevenLabs.StreamTextToSpeechRequest, 'outputFormat'>", { outputFormat: query.output_format }],
  ] as const;
  expect(await typeProblems("elevenlabs-voices", IMPORTS, asked)).toBe("");
});

test("the client asks the voice for the same as we do", async () => {
  const ours = await askVoice(VOICE);
  const server = await startVoiceServer("11labs");
  const relay = await startRelay(server.url);
  const { voiceId, stability, similarityBoost, style, useSpeakerBoost, speed, language: languageCode } = VOICE;
  const sound = await new ElevenLabsClient({ apiKey: KEY, baseUrl: relay.url, maxRetries: 0 }).textToSpeech.stream(voiceId, {
    text: "Hello there.",
    modelId: (ours.body as { model_id: string }).model_id,
    languageCode,
    outputFormat: "pcm_24000",
    optimizeStreamingLatency: VOICE.optimizeStreamingLatency,
    voiceSettings: { stability, similarityBoost, style, useSpeakerBoost, speed },
    pronunciationDictionaryLocators: [...VOICE.pronunciationDictionaryLocators],
  });
  expect(Buffer.concat(await all(sound)).toString("base64")).toBe(SOUND_TEXT);
  const [{ method, path, query, body } = {}] = relay.seen;
  expect({ method, path, query, body }).toEqual({ method: ours.method, path: ours.path, query: ours.query, body: ours.body });
  await relay.close();
  await server.close();
});

test("the client asks the realtime transcriber for the same as we do", async () => {
  const settings = { language: "en", silenceThresholdSeconds: 0.4, confidenceThreshold: 0.5 };
  const [ours] = await askTranscriber("11labs realtime", { ...settings, minSpeechDurationMs: 100, minSilenceDurationMs: 100 });
  const server = await startTranscriberServer("11labs realtime");
  const relay = await startRelay(server.url);
  const connection = await new ElevenLabsClient({ apiKey: KEY, baseUrl: relay.url }).speechToText.realtime.connect({
    modelId: String(ours.query.model_id),
    audioFormat: AudioFormat.PCM_16000,
    sampleRate: 16_000,
    commitStrategy: CommitStrategy.VAD,
    languageCode: "en",
    includeTimestamps: false,
    vadSilenceThresholdSecs: 0.4,
    vadThreshold: 0.5,
    minSpeechDurationMs: 100,
    minSilenceDurationMs: 100,
  });
  const heard = new Promise<string>((resolve, reject) => {
    connection.on(RealtimeEvents.ERROR, reject);
    connection.on(RealtimeEvents.COMMITTED_TRANSCRIPT, ({ text }) => resolve(text));
  });
  await new Promise<void>((started) => connection.on(RealtimeEvents.SESSION_STARTED, () => started()));
  for (const frame of frames(16_000)) connection.send({ audioBase64: Buffer.from(frame.buffer).toString("base64") });
  expect(await heard).toBe(HEARD);
  expect(relay.seen[0]?.path).toBe(ours.path);
  // The client omits fields with their default values.
  expect({ include_timestamps: "false", ...relay.seen[0]?.query }).toEqual(ours.query);
  connection.close();
  await relay.close();
  await server.close();
  expect(
    await typeProblems(
      "elevenlabs-realtime",
      IMPORTS,
      ours.messages.map((said) => ["InputAudioChunk", said] as const),
    ),
  ).toBe("");
});

test("the client asks the transcriber of files for the same as we do", async () => {
  const [ours] = await askTranscriber("11labs files", { language: "en" });
  const server = await startTranscriberServer("11labs files");
  const relay = await startRelay(server.url);
  const answer = await new ElevenLabsClient({ apiKey: KEY, baseUrl: relay.url, maxRetries: 0 }).speechToText.convert({
    modelId: "scribe_v1",
    languageCode: "en",
    tagAudioEvents: false,
    file: new File([waveFile(Float32Array.from(speech(16_000), (sample) => sample / 32_768))], "speech.wav", {
      type: "audio/wav",
    }),
  });
  expect(answer).toMatchObject({ text: HEARD, languageCode: "eng" });
  const [theirs] = relay.seen;
  expect(theirs?.path).toBe(ours.path);
  expect(fieldsOf(theirs?.body)).toEqual(fieldsOf(ours.body));
  await relay.close();
  await server.close();
});

/** The fields of a form, in the order of their names; of the file, its name. */
const fieldsOf = (form: unknown) =>
  [...String(form).matchAll(/name="(\w+)"(?:; filename="([^"]+)")?[\s\S]*?\r\n\r\n(.*)/g)]
    .map(([, name, file, value]) => [name, file ?? value?.trim()])
    .sort();
