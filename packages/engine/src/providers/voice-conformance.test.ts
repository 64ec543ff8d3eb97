import { addUsages, type Usage, type Voice, type VoiceProvider } from "@callwright/contract";
import { initializeLogger, tts } from "@livekit/agents";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProviderError } from "../model/provider-error.ts";
import { VOICE_SERVICES } from "./hosted-voice/services.ts";
import type { VoiceService } from "./hosted-voice/voice-service.ts";
import type { ProviderContext } from "./provider.ts";
import { createVoice } from "./registry.ts";
import { type FakeSpeech, type FakeVoiceServer, startFakeVoiceServer } from "./testing/fake-voice-server.ts";
import { VOICE_DIALECTS } from "./testing/voice-dialects.ts";

const KEY = "sk-right-and-secret-0123456789";
const TEXT = "Hello there, how are you?";
/** Half a second at 24 kHz, without a sample that repeats. */
const SOUND = Int16Array.from({ length: 12_000 }, (_, index) => index - 6_000);

/** A voice of each provider, its settings, and the expected fields of the request to the service. */
const VOICES: {
  readonly [provider in VoiceProvider]?: { voice: Partial<Voice>; asks: { voice: string } & Record<string, unknown> };
} = {
  "11labs": {
    voice: {
      voiceId: "EXAVITQu4vr4xnSDxMaL",
      language: "de",
      stability: 0.4,
      similarityBoost: 0.8,
      style: 0.1,
      speed: 1.1,
      useSpeakerBoost: true,
      optimizeStreamingLatency: 3,
      pronunciationDictionaryLocators: [{ pronunciationDictionaryId: "names", versionId: "v2" }],
    },
    asks: {
      voice: "EXAVITQu4vr4xnSDxMaL",
      output_format: "pcm_24000",
      optimize_streaming_latency: "3",
      model_id: "eleven_flash_v2_5",
      language_code: "de",
      voice_settings: { stability: 0.4, similarity_boost: 0.8, style: 0.1, use_speaker_boost: true, speed: 1.1 },
      pronunciation_dictionary_locators: [{ pronunciation_dictionary_id: "names", version_id: "v2" }],
    },
  },
  azure: {
    voice: { voiceId: "emma", speed: 1.2 },
    asks: {
      voice: "en-US-EmmaMultilingualNeural",
      format: "raw-24khz-16bit-mono-pcm",
      ssml: expect.stringMatching(/^<prosody rate="1\.2">.*<\/prosody>$/),
    },
  },
  microsoft: {
    voice: { voiceId: "de-DE-ConradNeural", style: "cheerful", styleDegree: 1.5, role: "Boy", speed: 0.9 },
    asks: {
      voice: "de-DE-ConradNeural",
      ssml: expect.stringMatching(
        /^<mstts:express-as style="cheerful" styledegree="1\.5" role="Boy"><prosody rate="0\.9">.*<\/prosody><\/mstts:express-as>$/,
      ),
    },
  },
  cartesia: {
    voice: {
      voiceId: "a0e99841-438c-4a64-b679-ae501e7d6091",
      language: "fr",
      pronunciationDictId: "names",
      generationConfig: { speed: 1.1, volume: 0.9 },
    },
    asks: {
      voice: "a0e99841-438c-4a64-b679-ae501e7d6091",
      model_id: expect.stringMatching(/^sonic-3/),
      language: "fr",
      pronunciation_dict_id: "names",
      version: "2026-03-01",
      output_format: { container: "raw", encoding: "pcm_s16le", sample_rate: 24_000 },
      generation_config: { speed: 1.1, volume: 0.9 },
    },
  },
  "custom-voice": { voice: {}, asks: { voice: "", sampleRate: 24_000, line: "2" } },
  deepgram: {
    voice: { voiceId: "thalia", mipOptOut: true },
    asks: {
      voice: "aura-2-thalia-en",
      encoding: "linear16",
      sample_rate: "24000",
      container: "none",
      mip_opt_out: "true",
    },
  },
  inworld: {
    voice: { voiceId: "Ashley", languageCode: "fr", temperature: 0.9, speakingRate: 1.2 },
    asks: {
      voice: "Ashley",
      modelId: expect.stringMatching(/^inworld-tts-/),
      language: "fr",
      temperature: 0.9,
      audioConfig: { audioEncoding: "LINEAR16", sampleRateHertz: 24_000, speakingRate: 1.2 },
    },
  },
  lmnt: {
    voice: { voiceId: "lily", language: "es" },
    asks: { voice: "lily", language: "es", format: "pcm_s16le", sample_rate: 24_000 },
  },
  minimax: {
    voice: {
      voiceId: "Calm_Woman",
      emotion: "happy",
      pitch: 2,
      speed: 1.1,
      volume: 1.5,
      languageBoost: "German",
      textNormalizationEnabled: false,
    },
    asks: {
      voice: "Calm_Woman",
      model: expect.stringMatching(/^speech-/),
      stream: true,
      language_boost: "German",
      text_normalization: false,
      stream_options: { exclude_aggregated_audio: true },
      voice_setting: { speed: 1.1, vol: 1.5, pitch: 2, emotion: "happy" },
      audio_setting: { sample_rate: 24_000, format: "pcm", channel: 1 },
    },
  },
  neuphonic: {
    voice: { voiceId: "8e9c4bc8", language: "es", speed: 1.2 },
    asks: {
      voice: "8e9c4bc8",
      lang_code: "es",
      speed: 1.2,
      sampling_rate: 22_050,
      encoding: "pcm_linear",
    },
  },
  openai: {
    voice: { voiceId: "coral", instructions: "Speak slowly.", speed: 0.8 },
    asks: {
      voice: "coral",
      model: "gpt-4o-mini-tts",
      instructions: "Speak slowly.",
      speed: 0.8,
      response_format: "pcm",
    },
  },
  "rime-ai": {
    voice: {
      voiceId: "luna",
      model: "mistv2",
      language: "eng",
      speed: 1.25,
      pauseBetweenBrackets: true,
      phonemizeBetweenBrackets: true,
      reduceLatency: true,
      inlineSpeedAlpha: "0.5, 3",
    },
    asks: {
      voice: "luna",
      modelId: "mistv2",
      samplingRate: 24_000,
      lang: "eng",
      speedAlpha: 0.8,
      pauseBetweenBrackets: true,
      phonemizeBetweenBrackets: true,
      reduceLatency: true,
      inlineSpeedAlpha: "0.5, 3",
    },
  },
  "smallest-ai": {
    voice: { voiceId: "emily", model: "lightning", speed: 1.2 },
    asks: {
      voice: "emily",
      model: expect.stringMatching(/^lightning_v3\.1/),
      sample_rate: 24_000,
      output_format: "pcm",
      speed: 1.2,
    },
  },
  xai: {
    voice: { voiceId: "eve", language: "pt-BR", speed: 1.2 },
    asks: { voice: "eve", language: "pt-BR", speed: 1.2, output_format: { codec: "pcm", sample_rate: 24_000 } },
  },
};

beforeAll(() => initializeLogger({ pretty: false, level: "silent" }));

for (const service of VOICE_SERVICES) describe(service.provider, () => conformance(service));

function conformance({ provider, settings, ownServer }: VoiceService): void {
  const dialect = VOICE_DIALECTS[provider];
  const sample = VOICES[provider];
  if (!dialect || !sample) throw new Error(`${provider} has no dialect or sample voice.`);
  let server: FakeVoiceServer;
  beforeAll(async () => {
    server = await startFakeVoiceServer(dialect, KEY);
  });
  afterAll(() => server.close());
  let used: Usage[] = [];
  beforeEach(() => {
    used = [];
  });

  const contextOf = (key: string): ProviderContext => ({
    keys: { [provider]: key },
    urls: { [provider]: server.url },
    allowPrivateAddresses: true,
    onUsage: (usage) => used.push(usage),
  });
  /** The settings name an own server, with its key. */
  const serverWith = (key: string) =>
    ownServer && { server: { url: `${server.url}/speak/?line=2`, headers: { authorization: `Bearer ${key}` } } };
  const voiceWith = (changes: Partial<Voice> = {}, key = KEY) =>
    createVoice({ provider, ...sample.voice, ...serverWith(key), cachingEnabled: false, ...changes } as Voice, contextOf(key));

  /** The spoken sound of a text; `until` interrupts it. */
  async function speak(text: string, voice?: tts.TTS, until: (samples: number) => boolean = () => false) {
    const speaker = voice ?? (await voiceWith());
    const errors: Error[] = [];
    const onError = ({ error }: { error: Error }) => errors.push(error);
    speaker.on("error", onError);
    const stream = speaker.stream({ connOptions: { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 4_000 } });
    stream.pushText(text);
    stream.endInput();
    const samples: number[] = [];
    const texts: string[] = [];
    for await (const sound of stream) {
      if (sound === tts.SynthesizeStream.END_OF_STREAM) continue;
      samples.push(...sound.frame.data);
      texts.push(...(sound.timedTranscripts ?? []).map((timed) => timed.text));
      if (until(samples.length)) stream.close();
    }
    speaker.off("error", onError);
    for (const { message } of errors) expect(message).not.toContain(KEY);
    return { samples, text: texts.join(""), error: errors[0] as ProviderError | undefined };
  }
  const failing = async (reply: FakeSpeech) => {
    server.reply(reply);
    const { error, samples } = await speak(TEXT);
    return { message: error?.message, retryable: error?.retryable, samples: samples.length };
  };

  it("speaks a text with all of its sound, and counts what it used", async () => {
    server.reply({ kind: "sound", samples: SOUND });
    const { samples, text, error } = await speak(TEXT);
    expect(error).toBeUndefined();
    expect(text.trim()).toBe(TEXT);
    expect(samples).toEqual([...SOUND, ...SOUND]);
    const [usage, ...others] = addUsages(used);
    expect(others).toEqual([]);
    expect(usage).toMatchObject({ part: "voice", provider, model: expect.stringMatching(/./) });
    // Two phrases, without the space between them.
    expect(usage?.amounts.characters).toBe(TEXT.length - 1);
    expect(usage?.amounts.seconds).toBeGreaterThan(0.5);
  });

  it("asks for the voice with each of its settings", async () => {
    server.reply({ kind: "sound", samples: SOUND });
    const before = server.requests.length;
    await speak("Hi <Tom> & Ann.");
    const { voice, ...asked } = sample.asks;
    expect(server.requests.slice(before)).toEqual([{ text: "Hi <Tom> & Ann.", voice, asked: expect.objectContaining(asked) }]);
    const untried = settings.filter(
      (name) => !(name in sample.voice) && !["model", "region", "server", "protocol", "voiceId"].includes(name),
    );
    expect(untried).toEqual([]);
  });

  it("keeps the order of sentences when a later one is ready first", async () => {
    server.reply(
      { kind: "sound", samples: SOUND.slice(0, 4_000), afterMs: 60 },
      { kind: "sound", samples: SOUND.slice(4_000, 8_000) },
      { kind: "sound", samples: SOUND.slice(8_000) },
    );
    const { samples } = await speak("First one. Second one. Third one.");
    expect(samples).toEqual([...SOUND]);
  });

  it("ends at an interruption, closes its request and begins no other", async () => {
    server.reply({ kind: "hang-after", samples: SOUND });
    const before = { asked: server.requests.length, abandoned: server.abandoned };
    const { error } = await speak("Only one. A second. A third. A fourth.", undefined, (samples) => samples > 2_000);
    expect(error).toBeUndefined();
    await expect.poll(() => server.abandoned - before.abandoned).toBeGreaterThanOrEqual(1);
    expect(server.requests.length - before.asked).toBeLessThanOrEqual(2);
  });

  it("says what to do about a wrong key, without the key", async () => {
    const wrong = "sk-wrong-and-secret-0123456789";
    const { error } = await speak(TEXT, await voiceWith({}, wrong));
    expect(error).toMatchObject({ provider, part: "voice", retryable: false });
    expect(error?.message).not.toContain(wrong);
    expect(error?.message).toMatch(/refused the key\. (Add a credential|Check the headers)/);
  });

  it.each([
    [403, false, /does not let this key use .*It said: .*no \[key\]/],
    [404, false, /has (no voice '|nothing at )/],
    [429, true, /limit of requests/],
    [500, true, /status 500/],
  ])("tells status %i apart, retryable %s", async (status, retryable, message) => {
    const failure = await failing({ kind: "error", status, message: `no ${KEY}` });
    expect(failure).toEqual({ message: expect.stringMatching(message), retryable, samples: 0 });
  });

  it("fails when the connection breaks, keeping the sound before it", async () => {
    const { message, samples } = await failing({ kind: "break-after", samples: SOUND });
    expect(message).toMatch(/connection broke/);
    expect(samples).toBeGreaterThan(0);
  });

  it("fails without sound, which is not counted", async () => {
    server.reply({ kind: "silence" });
    const { error } = await speak("Hello.");
    expect(error).toMatchObject({ message: `${provider} sent no sound.`, retryable: true });
    expect(used).toEqual([]);
  });

  const hasMessages = dialect.failure !== undefined;
  it.skipIf(!hasMessages)("fails when the service fails in the middle, or is not understood", async () => {
    const failed = await failing({ kind: "fail-after", samples: SOUND, message: `overloaded ${KEY}` });
    expect(failed).toMatchObject({ retryable: true, message: expect.stringMatching(/It said: .*overloaded \[key\]/) });
    expect(await failing({ kind: "nonsense" })).toMatchObject({ message: expect.stringMatching(/not understood/) });
  });

  it("repeats a phrase from memory, for the same key alone", async () => {
    server.reply({ kind: "sound", samples: SOUND });
    const asked = () => server.requests.filter(({ text }) => text === "Good morning.").length;
    const greet = async (key: string) => speak("Good morning.", await voiceWith({ cachingEnabled: true }, key));
    for (const _ of [1, 2]) expect((await greet(KEY)).samples).toEqual([...SOUND]);
    expect(asked()).toBe(1);
    expect(addUsages(used).map(({ amounts }) => amounts.characters)).toEqual(["Good morning.".length]);
    expect((await greet("another-key")).error?.message).toMatch(/refused the key/);
  });
}
