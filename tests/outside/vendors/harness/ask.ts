import type { HistoryItem, Transcriber, Voice, VoiceProvider } from "@callwright/contract";
import { initializeLogger, stt, tts } from "@livekit/agents";
import { AudioFrame } from "@livekit/rtc-node";
import type { ModelTool } from "../../../../packages/engine/src/model/language-model.ts";
import { synthesise } from "../../../../packages/engine/src/providers/callwright/flite/synthesise.ts";
import { createModel, createTranscriber, createVoice } from "../../../../packages/engine/src/providers/registry.ts";
import {
  type FakeModelServer,
  startFakeModelServer,
} from "../../../../packages/engine/src/providers/testing/fake-model-server.ts";
import {
  type FakeTranscriberServer,
  startFakeTranscriberServer,
} from "../../../../packages/engine/src/providers/testing/fake-transcriber-server.ts";
import {
  type FakeVoiceServer,
  startFakeVoiceServer,
} from "../../../../packages/engine/src/providers/testing/fake-voice-server.ts";
import {
  fakeContext,
  MODEL_SERVICES,
  type ModelService,
} from "../../../../packages/engine/src/providers/testing/model-services.ts";
import {
  fakeTranscriber,
  TRANSCRIBER_SERVICES,
  type TranscriberService,
} from "../../../../packages/engine/src/providers/testing/transcriber-services.ts";
import { VOICE_DIALECTS } from "../../../../packages/engine/src/providers/testing/voice-dialects.ts";
import { type Seen, startRelay } from "./relay.ts";

/** The key that every server of these tests requires. */
export const KEY = "sk-right-and-secret-0123456789";

initializeLogger({ pretty: false, level: "silent" });

const WEATHER: ModelTool = {
  name: "get_weather",
  description: "Today's weather in a city.",
  parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  strict: false,
};

/** All kinds of items in a conversation: a prompt, words of both, calls of tools and their answers, a note in the middle. */
const HISTORY: HistoryItem[] = [
  { type: "system", text: "You answer in one short sentence." },
  { type: "assistant", text: "Hello, how can I help?" },
  { type: "user", text: "The weather in Paris?" },
  {
    type: "tool",
    step: 1,
    call: { id: "call_1", name: "get_weather", arguments: { city: "Paris" } },
    answer: { result: "It is sunny.", failed: false },
  },
  { type: "assistant", text: "It is sunny." },
  { type: "system", text: "The caller is a member." },
  { type: "user", text: "And in Rome?" },
];

const serviceNamed = <Service extends { name: string }>(services: readonly Service[], name: string): Service => {
  const service = services.find((each) => each.name === name);
  if (!service) throw new Error(`There is no service '${name}' in the conformance suites.`);
  return service;
};

/** The fake of a model's service. */
export const startModelServer = (name: string): Promise<FakeModelServer> =>
  startFakeModelServer(serviceNamed<ModelService>(MODEL_SERVICES, name).dialect, { apiKey: KEY });

/** Our model's request to its service, in a conversation with tools. `settings`: those of the assistant's model. */
export async function askModel(name: string, settings: object = {}): Promise<Seen> {
  const service = serviceNamed<ModelService>(MODEL_SERVICES, name);
  const server = await startModelServer(name);
  const relay = await startRelay(server.url);
  try {
    const context = fakeContext(service, KEY, relay.url);
    const model = await createModel({ provider: service.provider, model: service.model, ...settings }, context);
    const request = { history: HISTORY, tools: service.callsTools === false ? [] : [WEATHER], temperature: 0.3, maxTokens: 250 };
    const words: string[] = [];
    for await (const part of model.stream({ ...request, signal: new AbortController().signal }))
      if (part.type === "text") words.push(part.text);
    if (words.join("") !== "Hello from the fake.") throw new Error(`The model said '${words.join("")}'.`);
    return onlyOne(relay.seen);
  } finally {
    await relay.close();
    await server.close();
  }
}

/** The fake of a voice's service. */
export async function startVoiceServer(provider: VoiceProvider): Promise<FakeVoiceServer> {
  const dialect = VOICE_DIALECTS[provider];
  if (!dialect) throw new Error(`There is no dialect of ${provider}.`);
  const server = await startFakeVoiceServer(dialect, KEY);
  server.reply({ kind: "sound", samples: SOUND });
  return server;
}

/** A tenth of a second at 24 kHz, which no two samples of repeat. */
export const SOUND = Int16Array.from({ length: 2_400 }, (_, index) => index - 1_200);
/** Its bytes in base64, so that a failing test prints less. */
export const SOUND_TEXT = Buffer.from(SOUND.buffer).toString("base64");

/** Our voice's request to its service for "Hello there." */
export async function askVoice(settings: Voice): Promise<Seen> {
  const { provider } = settings;
  const server = await startVoiceServer(provider);
  const relay = await startRelay(server.url);
  try {
    const context = { keys: { [provider]: KEY }, urls: { [provider]: relay.url } };
    const voice = await createVoice({ cachingEnabled: false, ...settings }, context);
    const failures: Error[] = [];
    voice.on("error", ({ error }) => failures.push(error));
    const stream = voice.stream({ connOptions: { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 4_000 } });
    stream.pushText("Hello there.");
    stream.endInput();
    let samples = 0;
    for await (const sound of stream) if (sound !== tts.SynthesizeStream.END_OF_STREAM) samples += sound.frame.data.length;
    for (const failure of failures) throw failure;
    if (samples !== SOUND.length) throw new Error(`The voice has ${samples} samples.`);
    return onlyOne(relay.seen);
  } finally {
    await relay.close();
    await server.close();
  }
}

/** The fake of a transcriber's service. It recognizes `HEARD` for any sound. */
export async function startTranscriberServer(name: string): Promise<FakeTranscriberServer> {
  const { streaming, byUtterance } = serviceNamed<TranscriberService>(TRANSCRIBER_SERVICES, name);
  const dialects = streaming ? { streaming } : byUtterance && { byUtterance };
  if (!dialects) throw new Error(`There is no dialect of ${name}.`);
  const server = await startFakeTranscriberServer(dialects, KEY);
  server.do({ kind: "hears", texts: [HEARD] });
  return server;
}

export const HEARD = "What are your opening hours?";

/** Silence, half a second of a loud tone, silence: 16-bit mono sound. */
export function speech(sampleRate: number): Int16Array<ArrayBuffer> {
  const second = (share: number, level: number) =>
    Array.from({ length: sampleRate * share }, (_, index) => Math.round(level * Math.sin(index / 10)));
  return Int16Array.from([...second(0.2, 0), ...second(0.5, 8_000), ...second(1, 0)]);
}

/** Frames of 20 ms. Default: of `speech`. */
export function* frames(sampleRate: number, sound = speech(sampleRate)): Generator<Int16Array<ArrayBuffer>> {
  const length = sampleRate / 50;
  for (let start = 0; start + length <= sound.length; start += length) yield sound.slice(start, start + length);
}

/** Everything that a stream yields. */
export async function all<Item>(stream: AsyncIterable<Item>): Promise<Item[]> {
  const items: Item[] = [];
  for await (const item of stream) items.push(item);
  return items;
}

const RATE = 16_000;

/** Our transcriber's requests to its service, in order. `settings`: those of the assistant's transcriber. */
export async function askTranscriber(name: string, settings: object = {}): Promise<[Seen, ...Seen[]]> {
  const service = serviceNamed<TranscriberService>(TRANSCRIBER_SERVICES, name);
  const server = await startTranscriberServer(name);
  const relay = await startRelay(server.url);
  try {
    const fake = fakeTranscriber(service, KEY, relay.url);
    const created = await createTranscriber({ ...fake.settings, ...settings } as Transcriber, fake.context);
    if (!created.stt) throw new Error("It does not hear on the server.");
    const failures: Error[] = [];
    created.stt.on("error", ({ error }) => failures.push(error));
    const stream = created.stt.stream({ connOptions: { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 5_000 } });
    const { samples } = await synthesise("slt", HEARD);
    const sound = Int16Array.from([...new Int16Array(RATE), ...samples, ...new Int16Array(RATE)]);
    for (const frame of frames(RATE, sound)) stream.pushFrame(new AudioFrame(frame, RATE, 1, frame.length));
    stream.endInput();
    const finals: string[] = [];
    for await (const { type, alternatives } of stream)
      if (type === stt.SpeechEventType.FINAL_TRANSCRIPT) finals.push(alternatives?.[0]?.text ?? "");
    for (const failure of failures) throw failure;
    if (finals.join(" ").trim() !== HEARD) throw new Error(`The transcriber heard '${finals.join(" ")}'.`);
    const [first, ...others] = relay.seen;
    if (!first) throw new Error("The transcriber asked nothing.");
    return [first, ...others];
  } finally {
    await relay.close();
    await server.close();
  }
}

function onlyOne(seen: readonly Seen[]): Seen {
  const [one, ...others] = seen;
  if (!one || others.length > 0)
    throw new Error(`There were ${seen.length} requests: ${seen.map(({ path }) => path).join(", ")}.`);
  return one;
}
