import type { Voice, VoiceProvider } from "@callwright/contract";
import { initializeLogger, tts } from "@livekit/agents";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { ProviderContext } from "../provider.ts";
import { createVoice, ignoredSettings } from "../registry.ts";
import { startFakeVoiceServer } from "../testing/fake-voice-server.ts";
import { VOICE_DIALECTS } from "../testing/voice-dialects.ts";

const KEY = "sk-right-and-secret-0123456789";
const SOUND = Int16Array.from({ length: 2_400 }, (_, index) => index);

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

/** The voice's request to the service. The fake server is as strict as the service. */
async function requestOf(voice: Voice) {
  const dialect = VOICE_DIALECTS[voice.provider as VoiceProvider];
  if (!dialect) throw new Error(`${voice.provider} has no dialect.`);
  const server = await startFakeVoiceServer(dialect, KEY);
  onTestFinished(() => server.close());
  server.reply({ kind: "sound", samples: SOUND });
  const urls = { [voice.provider]: server.url };
  await speak(voice, { keys: { [voice.provider]: KEY }, urls, allowPrivateAddresses: true });
  return { voice: server.requests[0]?.voice, asked: server.requests[0]?.asked };
}

/** The samples of a sentence. Fails as the voice does. */
async function speak(voice: Voice, context: ProviderContext): Promise<number[]> {
  const speaker = await createVoice({ ...voice, cachingEnabled: false }, context);
  const errors: Error[] = [];
  speaker.on("error", ({ error }) => errors.push(error));
  const stream = speaker.stream({ connOptions: { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 4_000 } });
  stream.pushText("Good morning.");
  stream.endInput();
  const samples: number[] = [];
  for await (const sound of stream) if (sound !== tts.SynthesizeStream.END_OF_STREAM) samples.push(...sound.frame.data);
  if (errors[0]) throw errors[0];
  return samples;
}

describe("an own server with OpenAI's endpoint", () => {
  it.each([
    [{ voiceId: "af_sky", model: "kokoro" }, "af_sky", "kokoro"],
    [{}, "alloy", "tts-1"],
  ])("is asked with %j", async (settings, voice, model) => {
    const dialect = VOICE_DIALECTS.openai;
    if (!dialect) throw new Error("OpenAI has a dialect.");
    const server = await startFakeVoiceServer(dialect, KEY);
    onTestFinished(() => server.close());
    server.reply({ kind: "sound", samples: SOUND });
    const headers = { authorization: `Bearer ${KEY}` };
    const own = {
      provider: "custom-voice",
      protocol: "openai",
      server: { url: `${server.url}/`, headers },
      ...settings,
    } as Voice;
    const heard = await speak(own, { keys: { openai: "not-for-others" }, urls: {}, allowPrivateAddresses: true });
    expect(heard).toEqual([...SOUND]);
    expect(server.requests).toEqual([{ text: "Good morning.", voice, asked: { model, response_format: "pcm" } }]);
    const refused = speak(own, { keys: {}, urls: {} });
    await expect(refused).rejects.toThrow(/own network.*ALLOW_PRIVATE_ADDRESSES/);
  });
});

describe("names of voices", () => {
  it.each([
    ["11labs", "burt", "4YYIPFl9wE5c4L2eu2Gb"],
    ["deepgram", "thalia", "aura-2-thalia-en"],
    ["deepgram", "viktoria", "aura-2-viktoria-de"],
    ["deepgram", "olivia", "aura-2-olivia-es"],
    ["deepgram", "stella", "aura-stella-en"],
    ["deepgram", "aura-2-agathe-fr", "aura-2-agathe-fr"],
    ["deepgram", "flux-alexis-en", "flux-alexis-en"],
    ["azure", "andrew", "en-US-AndrewMultilingualNeural"],
  ])("%s is asked for %s as %s", async (provider, voiceId, asked) => {
    expect((await requestOf({ provider, voiceId } as Voice)).voice).toBe(asked);
  });
});

describe("settings that a model does not take", () => {
  const rime = { speed: 0.8, pauseBetweenBrackets: true, inlineSpeedAlpha: "0.5" };
  it.each<[string, Record<string, unknown>, Record<string, unknown>, string[]]>([
    ["openai", { voiceId: "alloy", model: "tts-1", instructions: "Whisper." }, { instructions: undefined }, ["instructions"]],
    ["openai", { voiceId: "alloy", model: "gpt-4o-mini-tts", instructions: "Whisper." }, { instructions: "Whisper." }, []],
    [
      "11labs",
      { voiceId: "EXAVITQu4vr4xnSDxMaL", model: "eleven_v3", optimizeStreamingLatency: 2 },
      { model_id: "eleven_v3", optimize_streaming_latency: undefined },
      ["optimizeStreamingLatency"],
    ],
    ["rime-ai", { voiceId: "luna", model: "mist", ...rime }, { speedAlpha: 1.25, inlineSpeedAlpha: "0.5" }, []],
    [
      "rime-ai",
      { voiceId: "luna", model: "mistv3", ...rime },
      { timeScaleFactor: 1.25, speedAlpha: undefined, pauseBetweenBrackets: true },
      [],
    ],
    [
      "rime-ai",
      { voiceId: "luna", model: "coda", ...rime },
      { timeScaleFactor: 1.25, inlineSpeedAlpha: undefined, pauseBetweenBrackets: undefined },
      ["inlineSpeedAlpha", "pauseBetweenBrackets", "phonemizeBetweenBrackets", "reduceLatency"],
    ],
    [
      "cartesia",
      { voiceId: "a0e99841-438c-4a64-b679-ae501e7d6091", model: "sonic-2", generationConfig: { speed: 1.2 } },
      { model_id: "sonic-2", generation_config: undefined },
      ["generationConfig"],
    ],
    [
      "cartesia",
      {
        voiceId: "a0e99841-438c-4a64-b679-ae501e7d6091",
        model: "sonic-3.5",
        generationConfig: { speed: 1.2, experimental: { accentLocalization: 1 } },
      },
      { model_id: "sonic-3.5", generation_config: { speed: 1.2 } },
      ["generationConfig.experimental"],
    ],
    ["smallest-ai", { voiceId: "emily", speed: 3 }, { speed: 2 }, ["speed"]],
    ["smallest-ai", { voiceId: "emily", model: "lightning-v3.1" }, { model: "lightning_v3.1" }, []],
    ["neuphonic", { voiceId: "8e9c4bc8", language: "es", model: "neu_hq" }, { model: undefined }, ["model"]],
  ])("%s with %j is asked for %j", async (provider, settings, expected, ignored) => {
    const voice = { provider, ...settings } as Voice;
    const { asked } = await requestOf(voice);
    for (const [name, value] of Object.entries(expected)) expect(asked?.[name]).toEqual(value);
    expect(Object.keys(ignoredSettings("voice", voice)).sort()).toEqual(ignored);
  });
});
