import { DeepgramClient } from "@deepgram/sdk";
import { expect, test } from "vitest";
import {
  askTranscriber,
  askVoice,
  frames,
  HEARD,
  KEY,
  SOUND_TEXT,
  startTranscriberServer,
  startVoiceServer,
} from "./harness/ask.ts";
import { queryValues, typeProblems } from "./harness/typed.ts";

const CLIENT = "@deepgram/sdk";
/** Nova's types have booleans as text. */
const IMPORTS = `import type { Deepgram, DeepgramClient } from "${CLIENT}";
type Nova = Omit<Parameters<DeepgramClient["listen"]["v1"]["connect"]>[0], "Authorization" | "headers" | "queryParams">;
type Flux = Omit<Parameters<DeepgramClient["listen"]["v2"]["connect"]>[0], "Authorization" | "headers" | "queryParams">;`;

test("what we ask of voices has the types of @deepgram/sdk", async () => {
  const { query, body } = await askVoice({ provider: "deepgram", voiceId: "thalia", mipOptOut: true });
  const asked = { ...queryValues(query), ...(body as object) };
  expect(await typeProblems("deepgram-voices", IMPORTS, [["Deepgram.speak.v1.SpeakV1Request", asked]])).toBe("");
});

test("what we ask of transcribers has the types of @deepgram/sdk", async () => {
  const nova = { language: "en", smartFormat: true, numerals: true, keyterm: ["Riley"], endpointing: 300, mipOptOut: true };
  const flux = { eotThreshold: 0.7, eotTimeoutMs: 5_000, keyterm: ["Riley"], mipOptOut: true };
  const [one] = await askTranscriber("deepgram Nova", nova);
  const [two] = await askTranscriber("deepgram Flux", flux);
  const asked = [
    ["Nova", one.query],
    ["Flux", queryValues(two.query)],
    ...[...one.messages, ...two.messages].map((message) => ["Deepgram.listen.ListenV1CloseStream", message] as const),
  ] as const;
  expect(await typeProblems("deepgram-transcribers", IMPORTS, asked)).toBe("");
});

const clientAt = (url: string) =>
  new DeepgramClient({
    apiKey: KEY,
    maxRetries: 0,
    environment: { base: url, production: url.replace("http", "ws"), agent: url, agentRest: url },
  });

test("the client talks to the fake of the voices", async () => {
  const server = await startVoiceServer("deepgram");
  const sound = await clientAt(server.url).speak.v1.audio.generate({
    text: "Hello there.",
    model: "aura-2-thalia-en",
    encoding: "linear16",
    container: "none",
    sample_rate: 24_000,
  });
  expect(Buffer.from(await sound.arrayBuffer()).toString("base64")).toBe(SOUND_TEXT);
  await server.close();
});

test.each(["deepgram Nova", "deepgram Flux"])("the client talks to the fake of the transcribers: %s", async (name) => {
  const server = await startTranscriberServer(name);
  const { v1, v2 } = clientAt(server.url).listen;
  const sound = { encoding: "linear16", sample_rate: 16_000, reconnectAttempts: 0 };
  const nova = { ...sound, model: "nova-3", channels: 1, interim_results: "true" };
  const socket = await (name === "deepgram Nova" ? v1.connect(nova) : v2.connect({ ...sound, model: "flux-general-en" }));
  const heard = new Promise<string>((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (message) => {
      if (message.type === "Results" && message.speech_final) resolve(message.channel.alternatives[0]?.transcript ?? "");
      if (message.type === "TurnInfo" && message.event === "EndOfTurn") resolve(message.transcript);
    });
  });
  socket.connect();
  await socket.waitForOpen();
  for (const frame of frames(16_000)) socket.sendMedia(frame);
  expect(await heard).toBe(HEARD);
  socket.close();
  await server.close();
});
