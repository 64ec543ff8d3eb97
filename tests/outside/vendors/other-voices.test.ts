import { InworldTTS } from "@inworld/tts";
import { createClient } from "@neuphonic/neuphonic-js";
import Lmnt from "lmnt-node";
import { afterEach, expect, test, vi } from "vitest";
import { all, askVoice, KEY, SOUND_TEXT, startVoiceServer } from "./harness/ask.ts";
import { startRelay } from "./harness/relay.ts";
import { typeProblems } from "./harness/typed.ts";

afterEach(() => vi.unstubAllEnvs());

test("what we ask of LMNT has the types of lmnt-node", async () => {
  const { body } = await askVoice({ provider: "lmnt", voiceId: "lily", language: "es" });
  expect(await typeProblems("lmnt", 'import type Lmnt from "lmnt-node";', [["Lmnt.SpeechGenerateParams", body]])).toBe("");
});

test("the client of LMNT talks to the fake", async () => {
  const server = await startVoiceServer("lmnt");
  const answer = await new Lmnt({ apiKey: KEY, baseURL: server.url, maxRetries: 0 }).speech.generate({
    text: "Hello there.",
    voice: "lily",
    format: "pcm_s16le",
    sample_rate: 24_000,
  });
  expect(Buffer.from(await answer.arrayBuffer()).toString("base64")).toBe(SOUND_TEXT);
  await server.close();
});

test("the client of Inworld asks for the same as we do, and talks to the fake", async () => {
  const ours = await askVoice({
    provider: "inworld",
    voiceId: "Ashley",
    languageCode: "fr",
    temperature: 0.9,
    speakingRate: 1.2,
  });
  const server = await startVoiceServer("inworld");
  const relay = await startRelay(server.url);
  const sound = InworldTTS({ apiKey: KEY, baseUrl: relay.url, maxRetries: 0 }).stream({
    text: "Hello there.",
    voice: "Ashley",
    model: (ours.body as { modelId: string }).modelId,
    language: "fr",
    encoding: "LINEAR16",
    sampleRate: 24_000,
    temperature: 0.9,
    speakingRate: 1.2,
  });
  expect((await all(sound)).length).toBeGreaterThan(0);
  const [theirs] = relay.seen;
  expect(theirs).toMatchObject({ path: ours.path, body: ours.body });
  expect(theirs?.headers.authorization).toBe(ours.headers.authorization);
  await relay.close();
  await server.close();
});

test("the client of Neuphonic asks for the same as we do, and talks to the fake", async () => {
  const ours = await askVoice({ provider: "neuphonic", voiceId: "8e9c4bc8", language: "es", speed: 1.2 });
  // The client only supports https.
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  const server = await startVoiceServer("neuphonic");
  const relay = await startRelay(server.url, { secure: true });
  const client = createClient({ apiKey: KEY, baseURL: new URL(relay.url).host });
  const { sampling_rate, encoding } = ours.body as { sampling_rate: number; encoding: string };
  const voice = await client.tts.sse({ voice_id: "8e9c4bc8", lang_code: "es", speed: 1.2, sampling_rate, encoding });
  const { audio } = await voice.send("Hello there.");
  expect(Buffer.from(audio).toString("base64")).toBe(SOUND_TEXT);
  const [theirs] = relay.seen;
  expect(theirs?.path).toBe(ours.path);
  expect(theirs?.body).toEqual(ours.body);
  await relay.close();
  await server.close();
});
